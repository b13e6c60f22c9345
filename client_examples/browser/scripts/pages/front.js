/** What the pages before the table share: the frame, icons, some dice, the seats kept here, the field for a link. */
import { say } from "../acts.js";
import { button, field, h, own, svg, text } from "../dom.js";
import { icon as shared, emblem } from "../icons.js";
import { readLink } from "../links.js";
import { dieFace } from "../marks.js";
import { forgetSeat, keepTab } from "../seats.js";
import { switchTheme, theme } from "../theme.js";

/** Icons that only these pages need; the others are everybody's. */
const OWN = {
  device: "M6 2.500h8v15H6zM9 15h2",
  key: "M7 9.500a3.5 3.5 0 100 7 3.5 3.5 0 000-7zM9.6 10.600L16.5 3.700M14 6.200l2.5 2.5",
  link: "M8.5 11.5a3.2 3.2 0 004.6 0l2.6-2.6a3.2 3.2 0 00-4.6-4.6l-.9.9M11.5 8.5a3.2 3.2 0 00-4.6 0l-2.6 2.6a3.2 3.2 0 004.6 4.6l.9-.9",
};
export const icon = (name) => (Object.hasOwn(OWN, name)
  ? svg("svg", { class: "icon", viewBox: "0 0 20 20", "aria-hidden": "true" }, svg("path", { d: OWN[name] })) : shared(name));

/** A line of a list: an icon, and what it stands for. */
export const point = (name, ...words) => h("li", icon(name), h("span", words));

/** Dice to look at: pairs of kind and face. */
export const someDice = (pairs) => h("div.front-dice", { "aria-hidden": "true" }, pairs.map(([kind, face]) => dieFace(kind, face, true)));

export function themeButton() {
  const change = button(icon("sun"), () => name(switchTheme()), "quiet round");
  const name = (now) => change.setAttribute("aria-label", `Change to the ${now === "dark" ? "light" : "dark"} theme`);
  name(theme());
  return change;
}

const HONESTY = [
  "The server rolls every die with its system’s generator of chance, and writes the faces down before anybody sees them. No page can choose a face, and no roll can be taken back.",
  "A receipt says of its dice where they come from. “Unproven” means that you trust the server for them; “entered” that somebody rolled by hand and typed the faces in.",
  "Whoever runs the server can have the whole log checked: coterie verify tells whether it is whole, and counts every roll again.",
];

function honesty() {
  const dialog = h("dialog.front-dialog", { "aria-label": "How dice are checked" }, h("h2", "How dice are checked"),
    HONESTY.map((words) => h("p", words)), button("Close", () => dialog.close()));
  return [button("How dice are checked", () => dialog.showModal(), "quiet"), dialog];
}

/** A page that is no table. */
export const frontPage = (kind, ...parts) => h(`div.front.${kind}`,
  h("header.front-top", h("a.front-brand", { href: "./", onclick: () => keepTab(null) }, emblem(),
    h("strong.brand", "Coterie"), h("span.unseen", ": to the first page")), h("span.front-gap"),
    kind === "landing" && honesty(), themeButton()),
  h("main", parts));

const DAY_MS = 86_400_000;

/** When a seat was last used, in few words. */
function when(at) {
  const midnight = new Date().setHours(0, 0, 0, 0);
  if (at >= midnight) return "today";
  if (at >= midnight - DAY_MS) return "last night";
  return new Date(at).toLocaleDateString("en-GB", { day: "numeric", month: "long" });
}

function seatLine(seat, go, here) {
  const forget = button("Forget", () => {
    if (forget.textContent === "Forget") {
      forget.textContent = "Forget for good";
      return;
    }
    forgetSeat(seat);
    go(here);
  }, "quiet");
  forget.setAttribute("aria-label", `Forget the seat of ${seat.name} at ${seat.room_name}`);
  const role = seat.role === "storyteller" ? "Storyteller" : seat.role;
  return h("li", button([h("span.seat-names", own(seat.room_name, "strong"), h("span", own(seat.name), `, ${role}`)),
    h("span.seat-when", when(seat.at)), icon("chevron")], () => go(seat), "seat"), forget);
}

/** The seats that this browser keeps, each one tap away; *here* is the page to show when one was forgotten. */
export const seatList = (held, go, here) => h("ul", held.map((seat) => seatLine(seat, go, here)));

/** The form that takes any link that somebody was given. */
export function linkForm(go, caption, more) {
  const input = text("link", { required: true, maxlength: 4000, inputmode: "url", spellcheck: "false", placeholder: "https://…/#invite=…", ...more });
  const refusal = h("p.refusal", { hidden: true });
  return h("form", { onsubmit: (event) => {
    event.preventDefault();
    const link = readLink(input.value);
    if (link?.address) location.assign(link.address);
    else if (link) go(link);
    else {
      refusal.textContent = "This is no link to a table. It has a # in it, and a long code behind that: copy it again, whole.";
      refusal.hidden = false;
      say("alarm", [refusal.textContent]);
      input.focus();
    }
  } }, field(caption, input, h("span.with-icon", icon("link"), input)), refusal, h("button.main", "Continue"));
}
