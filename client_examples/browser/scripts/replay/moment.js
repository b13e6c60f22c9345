/** Links to a moment: `#at=SEQ`, an event of a seat's own line; `room` and `member` name the seat. Nothing in them is secret. */
import { findSeat, seats } from "../seats.js";

const here = () => location.href.split("#")[0];

/** The place that the address names, if this browser has the seat: the one named, the tab's, or the one used last. */
export function readMoment(tab) {
  const parts = new URLSearchParams(location.hash.slice(1));
  if (!/^\d{1,9}$/.test(parts.get("at") ?? "")) return null;
  const [room, member] = [parts.get("room"), parts.get("member")];
  const seat = room ? seats().find((each) => each.room === room && each.member === member)
    : (tab?.member && findSeat(tab)) || seats()[0];
  return seat ? { kind: "replay", server: seat.server, room: seat.room, member: seat.member, at: Number(parts.get("at")) } : null;
}

export const linkTo = (seq, { room, member }) => `${here()}#at=${seq}&room=${encodeURIComponent(room)}&member=${encodeURIComponent(member)}`;

/** Let the address name the moment, so that a reload comes back to it; null for none. */
export const showMoment = (seq) => history.replaceState(null, "", seq === null ? here() : `${here()}#at=${seq}`);
