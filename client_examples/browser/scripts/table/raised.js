/** What this tab did without a name: the id of the intent is all that shows that it was done here. */

const KEY = "coterie.unnamed ";

/** Said on the window: the answer may come behind what it made. */
export const REMEMBERED = "coterie-unnamed";

/** Remember, for this tab alone, with which intent something was made. */
export function rememberUnnamed(room, made, intent) {
  sessionStorage.setItem(`${KEY}${room} ${made}`, intent);
  dispatchEvent(new Event(REMEMBERED));
}
/** The intent that made it, if this tab did. */
export const raisedHere = (room, made) => sessionStorage.getItem(`${KEY}${room} ${made}`) ?? undefined;
