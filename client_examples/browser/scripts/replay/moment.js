/** Links to a moment: `#at=SEQ`, an event of a seat's own line; `room` and `member` name the seat. Nothing in them is secret. */

const here = () => location.href.split("#")[0];

export const linkTo = (seq, { room, member }) => `${here()}#at=${seq}&room=${encodeURIComponent(room)}&member=${encodeURIComponent(member)}`;

/** Let the address name the moment, so that a reload comes back to it; null for none. */
export const showMoment = (seq) => history.replaceState(null, "", seq === null ? here() : `${here()}#at=${seq}`);
