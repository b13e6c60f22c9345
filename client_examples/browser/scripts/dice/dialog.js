/** Dice that can be checked: tonight's books, what was checked, the pot, and in plain words what it proves. */
import { actButton } from "../acts.js";
import { ask } from "../dialog.js";
import { button, fill, h, needStyle, own } from "../dom.js";
import { count, listed, timeOf } from "../words.js";

const REASONS = { session: "the session began", arrival: "a player came", renewed: "renewed by a Storyteller", low: "the old ones ran low" };
const HOW = [
  "Before a roll the server commits to a secret key for it: a value from which the key can be checked, and not guessed. With each roll of yours this page sends entropy, random bytes of its own. The dice follow from key and entropy, and from nothing else: not from the pool, not from the time.",
  "Your rolls therefore cannot be chosen, drawn twice or foreseen by whoever runs the server, unless a player is in league with it. The house’s public dice hang on the pot, the latest entropy of all players; whoever runs the server may see the next ones coming, and choose the moment, but not the dice.",
  "A Storyteller’s hidden dice come from a list fixed beforehand. A reveal proves that they are on it; when and for what they were rolled is the Storyteller’s word. Where it matters, let a player roll blind: once revealed, that is proven even against whoever runs the server.",
  "This page comes from the server that it checks. A client installed from elsewhere, or coterie verify on your own export, checks the same without it.",
];

/** Events since the session began, as far as they are here. */
function tonight({ entries }) {
  const from = entries.findLastIndex(({ event }) => event.type === "session_started");
  return entries.filter(({ event }, i) => event.type === "book_opened" && (i >= from || !entries.slice(i).some(({ event: later }) => later.type === "book_opened" && later !== event)));
}

/** @param {boolean} [isHow] whether how it works is what was asked for */
export async function diceDialog(session, isHow = false) {
  needStyle("styles/dice.css");
  const { record } = session;
  const share = await session.share;
  const body = h("div.dice-book");
  const how = h("details", { open: isHow }, h("summary", "How dice are checked, and what that proves"), h("div.stack", HOW.map((words) => h("p", words))));
  const controls = h("div.asks.stack");
  const state = h("div.dice-book");

  function draw() {
    const books = tonight(record);
    const verdicts = [...session.verdicts?.values() ?? []];
    const n = (which) => verdicts.filter((each) => each.state === which).length;
    const { book } = share ?? {};
    const lost = book ? share.claims.read(book.book)?.lost ?? [] : [];
    const before = books.flatMap(({ event }) => share?.claims.read(event.book)?.lost ?? []);
    fill(state, h("section", h("h3", book ? `Books tonight: ${books.length || 1}` : "No book is live"),
      book ? books.length > 0 && h("ul", books.map(({ at, event }) => h("li", `${timeOf(at)}, ${REASONS[event.reason] ?? event.reason}`, event.by && [": ", own(record.nameOf(event.by))])))
        : h("p", "The server has committed to no dice now. What is rolled so says “unproven”."),
      (lost.length || before.length) > 0 && h("p", `${count(before.length || lost.length, "roll")} of yours had no answer when the dice were renewed: not rolled, and asked for anew.`)),
    h("section", h("h3", "Checked in this browser"), h("p", `${count(n("checked"), "roll")} checked`, n("failed") > 0 && [", ", h("strong", `${n("failed")} that ${n("failed") > 1 ? "do" : "does"} not match`)],
      n("foreign") > 0 && `, ${n("foreign")} in your name not sent from here`, n("open") > 0 && `, ${n("open")} that cannot be checked with what is here`, ".")),
    book && h("section", h("h3", "In the pot"), h("p", book.pot.length ? [listed(book.pot.map(({ member }) => record.nameOf(member))), `, after ${count(book.c, "change")}. The table’s dice hang on it.`] : "No player’s entropy yet.")));
  }

  /** The log back to where the live book was announced. */
  async function fetchBook() {
    const { book } = share.book;
    while (record.oldest > 1 && !record.entries.some(({ event }) => event.type === "book_opened" && event.book === book)) {
      const { oldest } = record;
      await session.fetchEarlier();
      if (record.oldest === oldest) break;
    }
    session.dispatchEvent(new CustomEvent("change", { detail: { fresh: [], isNew: true } }));
  }

  const isOpen = share?.book && !record.entries.some(({ event }) => event.type === "book_opened" && event.book === share.book.book);
  fill(controls, isOpen && record.oldest > 1 && button("Fetch the rest of tonight and check it", ({ target }) => {
    target.disabled = true;
    fetchBook();
  }),
  share?.book && record.role === "player" && [h("p.hint", "Shake to put fresh entropy of yours into the pot, before the house rolls."), actButton("Shake the pot", session, () => share.claims.entropy(share.book.book), "shake")].flat(),
  record.isStoryteller && [h("p.hint", "New dice for everybody, seen by everybody: when a player’s run out, or a roll is stuck."), actButton("Renew the dice", session, () => ({ type: "renew_dice" }), "renew")].flat());
  fill(body, state, controls, how);
  draw();
  const box = ask("Dice that can be checked", [body], { className: "editor" });
  const redraw = () => (box.isConnected ? draw() : ["change", "checked"].forEach((name) => session.removeEventListener(name, redraw)));
  ["change", "checked"].forEach((name) => session.addEventListener(name, redraw));
}
