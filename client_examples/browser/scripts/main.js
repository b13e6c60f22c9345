/** Chooses the page: a link's door, the table of a seat, its replay, or the first page. */
import { closeDialogs } from "./dialog.js";
import { fill, h, needStyle } from "./dom.js";
import { takeLink } from "./links.js";
import { findSeat, keepTab, readMoment, readTab } from "./seats.js";
import { Session } from "./session.js";

let leave;
let wanted = 0;

/** Each page is fetched when somebody wants it: the others cost nothing. */
const PAGES = {
  table: async (place, seat, session) => (await import("./pages/table.js")).table(session ?? new Session(place.server, seat.token), seat, go),
  async replay(place, seat) {
    needStyle("styles/replay.css");
    const { replay } = await import("./pages/replay.js");
    return replay(new Session(place.server, seat.token), seat, go, place.at);
  },
  door: async (place) => (await import("./pages/door.js")).door(place, go),
  landing: async () => (await import("./pages/landing.js")).landing(go),
};

/** Show a place: a link, a seat, or null for the first page; *session* if the seat has one already. */
async function go(place, session) {
  const mine = ++wanted;
  closeDialogs();
  leave?.();
  leave = undefined;
  const { kind, server, secret, room, member, hints, at } = place ?? {};
  keepTab({ kind, server, secret, room, member, hints, at });
  document.title = "Coterie";
  const seat = member && findSeat(place);
  const page = seat ? (kind === "replay" ? "replay" : "table") : kind ? "door" : "landing";
  try {
    const [element, left] = await PAGES[page](place, seat, session);
    if (mine !== wanted) {
      left?.();
      return;
    }
    leave = left;
    fill(document.getElementById("page"), element);
    (element.querySelector("[data-first]") ?? element.querySelector("h1"))?.focus();
  } catch (problem) {
    console.warn("A page could not be shown:", problem);
    fill(document.getElementById("page"), h("p.empty", "This page could not be fetched. ", h("a", { href: "./" }, "Try again")));
  }
}

addEventListener("hashchange", () => {
  const place = readMoment(readTab()) ?? takeLink();
  if (place) go(place);
});
go(readMoment(readTab()) ?? takeLink() ?? readTab());
