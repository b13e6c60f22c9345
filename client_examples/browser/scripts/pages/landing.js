/** The first page: join by a link, open a table with a key, or go back to a seat this browser holds. */
import { button, field, h, own, read, text } from "../dom.js";
import { ownServer } from "../links.js";
import { forgetSeat, keepsSeats, seats } from "../seats.js";
import { frontPage, icon, linkForm, point, someDice } from "./front.js";
import { rescue } from "./rescue.js";

const DAY_MS = 86_400_000;

/** When a seat was last used, in few words. */
function when(at) {
  const midnight = new Date().setHours(0, 0, 0, 0);
  if (at >= midnight) return "today";
  if (at >= midnight - DAY_MS) return "last night";
  return new Date(at).toLocaleDateString("en-GB", { day: "numeric", month: "long" });
}

function seatLine(seat, go) {
  const forget = button("Forget", () => {
    if (forget.textContent === "Forget") {
      forget.textContent = "Forget for good";
      return;
    }
    forgetSeat(seat);
    go(null);
  }, "quiet");
  forget.setAttribute("aria-label", `Forget the seat of ${seat.name} at ${seat.room_name}`);
  const role = seat.role === "storyteller" ? "Storyteller" : seat.role;
  return h("li", button([h("span.seat-names", own(seat.room_name, "strong"), h("span", own(seat.name), `, ${role}`)),
    h("span.seat-when", when(seat.at)), icon("chevron")], () => go(seat), "seat"), forget);
}

function openForm(go) {
  return h("form", { onsubmit: (event) => {
    event.preventDefault();
    const { room_name, create_key } = read(event.target);
    go({ kind: "create", secret: create_key.trim(), server: ownServer, hints: { table: room_name.trim() } });
  } }, field("Name of the chronicle", text("room_name", { required: true })),
  field("Create key, from whoever runs this server", text("create_key", { type: "password", required: true, maxlength: 128, autocomplete: "off" })),
  h("button.bordered", "Open the table"));
}

export function landing(go) {
  const held = seats();
  const canType = matchMedia("(pointer: fine)").matches;
  return [frontPage("landing",
    h("section.front-words", h("h1", { tabindex: -1 }, "A table for the coterie, from dusk to the last roll."),
      someDice([["regular", 10], ["regular", 7], ["regular", 4], ["hunger", 10], ["hunger", 6], ["hunger", 1]]),
      h("ul.points",
        point("lines", h("strong", "One log for the night."), " Every roll shows its dice and why it came out as it did."),
        point("screen", h("strong", "A screen that holds."), " A secret roll leaves no trace at anyone else’s place."),
        point("clock", h("strong", "Any moment again."), " Replay the night from the first scene on."))),
    h("div.front-ways",
      h("section.panel", h("h2", "Join a table"), linkForm(go, "Invite link", { "data-first": canType })),
      h("section.panel", h("h2", "Open a table"), openForm(go)),
      h("section.seats", h("h2", "Your seats in this browser"),
        !keepsSeats && h("p.refusal", "This browser keeps nothing: a seat is lost when you close its page."),
        held.length ? h("ul", held.map((seat) => seatLine(seat, go)))
          : h("p.hint", "None yet. A seat is kept here once you have joined or opened a table."),
        h("details", h("summary", "Lost your seat?"), rescue()))),
    h("footer.hint", "An unofficial fan work for Vampire: The Masquerade, without commercial purpose, not endorsed by Paradox Interactive AB."))];
}
