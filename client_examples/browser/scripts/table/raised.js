/** What this tab did without a name: the id of the intent is all that shows that it was done here. */

const KEY = "coterie.unnamed ";

/** Remember, for this tab alone, with which intent something was made. */
export const rememberUnnamed = (room, made, intent) => sessionStorage.setItem(`${KEY}${room} ${made}`, intent);
/** The intent that made it, if this tab did. */
export const raisedHere = (room, made) => sessionStorage.getItem(`${KEY}${room} ${made}`) ?? undefined;
