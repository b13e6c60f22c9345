/** The first page: what this is, and the seats that this browser holds. */
import { button, h, own } from "../dom.js";
import { dieFace } from "../marks.js";
import { forgetSeat, seats } from "../seats.js";

/** A page that is not a table: title, some dice, parts. */
export const plainPage = (title, ...parts) => h("div.door",
  h("header.top", h("img", { src: "icon.svg", alt: "" }), h("strong.brand", "Coterie")),
  h("main", h("h1", { tabindex: -1 }, title), h("div.some-dice", [10, 7, 4].map((face) => dieFace("regular", face)),
    [10, 6, 1].map((face) => dieFace("hunger", face, true))), parts));

function seatLine(seat, go) {
  const forget = button("Forget", () => {
    if (forget.textContent !== "Forget") {
      forgetSeat(seat);
      go(null);
    }
    forget.textContent = "Forget for good";
  }, "quiet");
  return h("li", button([own(seat.room_name, "strong"), " ", own(seat.name), `, ${seat.role}`], () => go(seat), "seat"), forget);
}

export function landing(go) {
  const held = seats();
  const point = (head, words) => h("li", h("strong", head), ` ${words}`);
  return [plainPage("A table for the coterie, from dusk to the last roll.",
    h("ul.points",
      point("One log for the night.", "Every roll shows its dice and why it came out as it did."),
      point("A screen that holds.", "A secret roll leaves no trace at anyone else’s place."),
      point("The server rolls.", "Nobody’s own page decides a die.")),
    h("section.panel", h("h2", "Your seats in this browser"), held.length
      ? h("ul", held.map((seat) => seatLine(seat, go)))
      : h("p", "None yet. To join a table, open the invite link from your Storyteller; to open one, the link that the server printed when it started.")),
    h("p.hint", "An unofficial fan work for Vampire: The Masquerade, not endorsed by Paradox Interactive AB."))];
}
