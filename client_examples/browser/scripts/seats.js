/**
 * What this browser keeps: seats (one per server, room and member) and hellos in flight; a token
 * is kept before it is sent, and nothing of the game ever is. What this tab shows outlives a reload.
 */
import { randomSecret } from "./bytes.js";

const SEAT = "coterie.seat ";
const TAB = "coterie.tab";

/** A browser may refuse storage altogether: then this page's memory has to do. */
function storage(name) {
  try {
    localStorage.setItem("coterie.try", "");
    localStorage.removeItem("coterie.try");
    return window[name];
  } catch {
    return { setItem(key, value) { this[key] = value; }, getItem(key) { return this[key]; }, removeItem(key) { delete this[key]; } };
  }
}
const store = storage("localStorage");
const tab = storage("sessionStorage");

export const keepsSeats = store instanceof Storage;

const get = (from, key) => JSON.parse(from.getItem(key) ?? null);
const put = (to, key, value) => to.setItem(key, JSON.stringify(value));

const seatKey = ({ server, room, member }) => `${SEAT}${server} ${room} ${member}`;
export const findSeat = (names) => get(store, seatKey(names));
export const keepSeat = (seat) => put(store, seatKey(seat), seat);
export const forgetSeat = (seat) => store.removeItem(seatKey(seat));

/** All seats, the one used last first. */
export const seats = () => Object.keys(store).filter((key) => key.startsWith(SEAT))
  .map((key) => get(store, key)).sort((a, b) => b.at - a.at);

/** The hello of a link that was sent and not answered: it is repeated, so that it makes no ghost. */
const helloKey = ({ server, kind, secret }) => `coterie.hello ${server} ${kind} ${secret}`;
export const helloInFlight = (link) => get(store, helloKey(link));
export const forgetHello = (link) => store.removeItem(helloKey(link));
export function keepHello(link, entry) {
  const hello = { token: helloInFlight(link)?.token ?? randomSecret(32), entry };
  put(store, helloKey(link), hello);
  return hello;
}

export const readTab = () => get(tab, TAB);
export const keepTab = (place) => put(tab, TAB, place);
