/** The first page: back to a seat this browser holds, join by a link, or open a table with a key. */
import { field, h, read, segments, text } from "../dom.js";
import { ownServer } from "../links.js";
import { keepsSeats, seats } from "../seats.js";
import { frontPage, linkForm, point, seatList, someDice } from "./front.js";
import { rescue } from "./rescue.js";

function openForm(go) {
  return h("form", { onsubmit: (event) => {
    event.preventDefault();
    const { room_name, create_key, system } = read(event.target);
    go({ kind: "create", secret: create_key.trim(), server: ownServer, hints: { table: room_name.trim(), system } });
  } }, field("Name of the chronicle", text("room_name", { required: true })),
  segments("What you play", "system", [["v5", "V5"], ["v20", "V20"]]),
  field("Create key, from whoever runs this server", text("create_key", { type: "password", required: true, maxlength: 128, autocomplete: "off" })),
  h("button.bordered", "Open the table"));
}

function seatsHere(held, go) {
  const lost = h("details", h("summary", "Lost your seat?"), rescue());
  if (held.length) return h("section.panel.seats", h("h2", "Your tables"), seatList(held, go, null), h("p.hint", "Kept in this browser, for this address alone."), lost);
  return h("section.seats", h("h2", "Your tables"),
    keepsSeats ? h("p.hint", "None yet: a seat is kept here once you have joined or opened a table. Played here before under another address? A browser keeps seats for each address by itself: open that one.")
      : h("p.refusal", "This browser keeps nothing: a seat is lost when you close its page."), lost);
}

export function landing(go) {
  const held = seats();
  const canType = matchMedia("(pointer: fine)").matches;
  // Whoever has a seat here came for it: it stands first.
  const ways = [h("section.panel", h("h2", "Join a table"), linkForm(go, "Invite link", { "data-first": canType && !held.length })),
    h("section.panel", h("h2", held.length ? "Open another table" : "Open a table"), openForm(go))];
  ways.splice(held.length ? 0 : ways.length, 0, seatsHere(held, go));
  return [frontPage("landing",
    h("section.front-words", h("h1", { tabindex: -1 }, "A table for the coterie, from dusk to the last roll."),
      someDice([["regular", 10], ["regular", 7], ["regular", 4], ["hunger", 10], ["hunger", 6], ["hunger", 1]]),
      h("ul.points",
        point("lines", h("strong", "One log for the night."), " Every roll shows its dice and why it came out as it did."),
        point("screen", h("strong", "A screen that holds."), " A secret roll leaves no trace at anyone else’s place."),
        point("clock", h("strong", "Any moment again."), " Replay the night from the first scene on."))),
    h("div.front-ways", ways),
    h("footer.hint", "An unofficial fan work for Vampire: The Masquerade, without commercial purpose, not endorsed by Paradox Interactive AB."))];
}
