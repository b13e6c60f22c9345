/** Chooses the page: a link's door, the table of a seat, or the first page. */
import { fill } from "./dom.js";
import { takeLink } from "./links.js";
import { door } from "./pages/door.js";
import { landing } from "./pages/landing.js";
import { table } from "./pages/table.js";
import { findSeat, keepTab, readTab } from "./seats.js";
import { Session } from "./session.js";

let leave;

/** Show a place: a link, a seat, or null for the first page; *session* if the seat has one already. */
function go(place, session) {
  leave?.();
  const { kind, server, secret, room, member } = place ?? {};
  keepTab({ kind, server, secret, room, member });
  document.title = "Coterie";
  const seat = member && findSeat(place);
  const [element, left] = seat ? table(session ?? new Session(server, seat.token), seat, go)
    : kind ? door(place, go) : landing(go);
  leave = left;
  fill(document.getElementById("page"), element);
  (element.querySelector("[data-first]") ?? element.querySelector("h1")).focus();
}

addEventListener("hashchange", () => {
  const link = takeLink();
  if (link) go(link);
});
go(takeLink() ?? readTab());
