/**
 * What this browser keeps: seats (one per server, room and member) and hellos in flight; a token
 * is kept before it is sent, and nothing of the game ever is, but entropy for dice (`dice/kept.js`). What this tab shows, and what it has
 * asked without an answer, outlives a reload.
 */
import { randomSecret } from "./bytes.js";

const SEAT = "coterie.seat ";
const TAB = "coterie.tab";
const WAITING = "coterie.waiting ";

/** A browser may refuse storage altogether: then this page's memory has to do. */
function storage(name) {
  try {
    window[name].setItem("coterie.try", "");
    window[name].removeItem("coterie.try");
    return window[name];
  } catch {
    return { setItem(key, value) { this[key] = value; }, getItem(key) { return this[key]; }, removeItem(key) { delete this[key]; } };
  }
}
const store = storage("localStorage");
const tab = storage("sessionStorage");

export const keepsSeats = store instanceof Storage;

/** What cannot be read was not ours, or was damaged: it is as if it were not there. */
function get(from, key) {
  try {
    return JSON.parse(from.getItem(key) ?? null);
  } catch {
    return null;
  }
}
/** Whether it could be kept: a full storage keeps nothing more. */
function put(to, key, value) {
  try {
    to.setItem(key, JSON.stringify(value));
    return true;
  } catch (problem) {
    console.warn("This browser keeps nothing more:", problem);
    return false;
  }
}

/**
 * The token of a seat that was renewed here: the one that this browser kept before it sent it, or another tab took.
 * @returns {string|undefined} nothing where only *token* is known
 */
export function renewedToken(seat, token) {
  const kept = findSeat(seat);
  const renewed = [kept?.fresh, kept?.token].find((each) => each && each !== token);
  if (renewed) keepSeat({ ...kept, token: renewed, fresh: undefined });
  return renewed;
}

const nameOf = ({ server, room, member }) => `${server} ${room} ${member}`;
const seatKey = (seat) => SEAT + nameOf(seat);
export const findSeat = (names) => get(store, seatKey(names));
export const keepSeat = (seat) => put(store, seatKey(seat), seat);
export const forgetSeat = (seat) => {
  store.removeItem(seatKey(seat));
  Object.keys(store).filter((key) => key.startsWith(`coterie.dice ${nameOf(seat)} `)).forEach((key) => store.removeItem(key));
  tab.removeItem(WAITING + nameOf(seat));
};

/** All seats, the one used last first. */
export const seats = () => Object.keys(store).filter((key) => key.startsWith(SEAT))
  .map((key) => get(store, key)).filter((seat) => seat?.token).sort((a, b) => b.at - a.at);

/** The hello of a link that was sent and not answered: it is repeated, so that it makes no ghost. */
const helloKey = ({ server, kind, secret }) => `coterie.hello ${server} ${kind} ${secret}`;
export const helloInFlight = (link) => get(store, helloKey(link));
export const forgetHello = (link) => store.removeItem(helloKey(link));
export function keepHello(link, entry) {
  const hello = { token: helloInFlight(link)?.token ?? randomSecret(32), entry };
  put(store, helloKey(link), hello);
  return hello;
}

/** What this tab shows. A door outlives a reload alone: whoever comes to the address itself wants the first page. */
export function readTab() {
  const place = get(tab, TAB);
  const [arrival] = performance.getEntriesByType("navigation");
  return place?.member || arrival?.type !== "navigate" ? place : null;
}
export const keepTab = (place) => put(tab, TAB, place);

/** What this tab asked for a seat and saw no answer to. */
export const readWaiting = (seat) => get(tab, WAITING + nameOf(seat)) ?? [];
export const keepWaiting = (seat, requests) => (requests.length
  ? put(tab, WAITING + nameOf(seat), requests) : tab.removeItem(WAITING + nameOf(seat)));

/** The seat and the moment that the address names, if this browser has the seat: the one named, the tab's, or the one used last. */
export function readMoment(tab) {
  const parts = new URLSearchParams(location.hash.slice(1));
  if (!/^\d{1,9}$/.test(parts.get("at") ?? "")) return null;
  const [room, member] = [parts.get("room"), parts.get("member")];
  const seat = room ? seats().find((each) => each.room === room && each.member === member)
    : (tab?.member && findSeat(tab)) || seats()[0];
  return seat ? { kind: "replay", server: seat.server, room: seat.room, member: seat.member, at: Number(parts.get("at")) } : null;
}
