/** What the Storyteller asked for, with all answers in one place until it is put away. */
import { actButton } from "../acts.js";
import { fill, h, needStyle, own } from "../dom.js";
import { icon } from "../icons.js";
import { outcomeMark } from "../marks.js";
import { look } from "../table/receipt.js";
import { plain, tally, timeOf, verdict } from "../words.js";

needStyle("styles/asking.css");

const GONE = { impossible: "calls it impossible", lapsed: "The time is over" };
const TOLD = { verdict: ", the players learn whether it is won", storytellers: ", hidden from the players" };

/** What was asked for, in one line. */
export const whatOf = ({ label, traits = [], pool, specialty }) => [label || traits.join(" + ") || `${pool} dice`, specialty].filter(Boolean).join(", ");

/** @returns {{element: Element, update: () => void}} */
export function answers(session) {
  const { record } = session;
  const element = h("div.requests");
  const receiptOf = (roll) => record.entries.findLast(({ event }) => event.roll === roll && event.receipt)?.event.receipt;

  function answer(request) {
    const { answer: how, roll, character } = request;
    const receipt = roll && receiptOf(roll);
    const player = record.nameOf(record.character(character)?.owners?.[0]);
    const [number, rest] = receipt ? tally(receipt) : [];
    const [mark, words] = receipt ? [outcomeMark(look(receipt)), receipt.outcome ? `${verdict(receipt)}: ${number} ${rest}` : verdict(receipt)]
      : how === "rolled" ? [icon("tick"), "Rolled"] : how === "impossible" ? [icon("close"), `${player} ${GONE.impossible}`]
        : how ? [icon("clock"), GONE[how]] : [icon("clock"), `${player} has not answered`];
    return h(`li.answer${how ? "" : ".open"}`, mark, h("div", own(record.nameOf(character), "strong"), h("p", words)));
  }

  function card(those) {
    const [{ group, difficulty, kept, told, visibility, due_at_ms, note, required = 1 }] = those;
    const isOpen = those.some(({ answer: how }) => !how);
    const against = kept ?? difficulty;
    const about = [against && `Difficulty ${against}${kept ? TOLD[told] ?? "" : ""}`, required > 1 && `${required} successes needed`, visibility && plain(visibility), due_at_ms && isOpen && `until ${timeOf(due_at_ms)}`].filter(Boolean);
    return h("article.request.asks", { tabindex: -1, "data-business": group },
      h("header", h("h3", "Your request"), h("span", own(whatOf(those[0])), about.length > 0 && ` · ${about.join(" · ")}`),
        actButton(isOpen ? "Withdraw" : "Put away", session, () => ({ type: "close_request", group }), `close ${group}`, undefined, "quiet")),
      note && h("p.hint", own(note)), h("ul.answers", those.map(answer)));
  }

  function later({ reveal, roll, to, part, due_at_ms }) {
    const made = record.entries.findLast(({ event }) => event.roll === roll && event.member)?.event;
    const whose = made ? [own(record.nameOf(made.character ?? made.member)), made.label && [", ", own(made.label)]] : "A roll";
    return h("article.later.asks", { tabindex: -1, "data-business": reveal }, icon("eye"), h("span", whose, part === "outcome" ? ": the outcome will be shown to " : " will be shown to ", to ? own(to.map((id) => record.nameOf(id)).join(", ")) : "everyone", ` at ${timeOf(due_at_ms)}`),
      actButton("Cancel", session, () => ({ type: "cancel_reveal", reveal }), `cancel ${reveal}`, undefined, "quiet"));
  }

  let shown;
  function update() {
    const { requests = [], reveals = [], characters, members } = record.view;
    const groups = new Map();
    for (const each of requests) groups.set(each.group, [...groups.get(each.group) ?? [], each]);
    const those = [...groups.values()].map((all) => all.sort((a, b) => record.nameOf(a.character).localeCompare(record.nameOf(b.character))));
    const now = JSON.stringify([those, reveals, requests.map(({ roll }) => roll && receiptOf(roll)), characters.map(({ name, owners }) => [name, owners]), members]);
    if (now === shown) return;
    shown = now;
    element.hidden = !those.length && !reveals.length;
    fill(element, those.map(card), [...reveals].sort((a, b) => a.due_at_ms - b.due_at_ms).map(later));
  }
  return { element, update };
}
