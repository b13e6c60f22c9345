/** A contest of V5 as one card: both sides, who won, and what the winner's margin proposes. */
import { h, own } from "../dom.js";
import { icon } from "../icons.js";
import { outcomeMark } from "../marks.js";
import { diceRow, rerolling, rollDetails } from "../v5/receipt.js";
import { verdict } from "../v5/words.js";
import { plain, timeOf } from "../words.js";
import { chipsOf, detailsOf, proposalLines, reveals } from "./receipt.js";
import { attributed } from "./rows.js";
import { severalCard } from "./several.js";

/** The rolls of a contest by roll, as they stand. */
function rollsOf(later) {
  const rolls = new Map();
  for (const { event } of later) {
    if (event.type === "roll_resolved") rolls.set(event.roll, event);
    const before = rolls.get(event.roll);
    if (event.type === "roll_itemised" && before) rolls.set(event.roll, { ...before, receipt: { ...before.receipt, items: event.items } });
    if (event.type === "roll_rerolled" && before) rolls.set(event.roll, { ...before, receipt: { ...event.receipt, items: before.receipt.items }, was: before.receipt });
  }
  return [...rolls.values()].map((roll) => attributed(roll, later));
}

/** @param {object} row a row of kind contest */
export function contestCard(session, row) {
  const { push, later, key } = row;
  const { record } = session;
  const { view: { contests, standing_rolls } } = record;
  const opened = push.event.contest?.contest ? push.event.contest : null;
  const result = later.findLast(({ event }) => event.type === "contest_resolved")?.event;
  const ended = later.find(({ event }) => event.type === "contest_withdrawn")?.event;
  const rolls = rollsOf(later);
  if (opened?.others || later.some(({ event }) => ["contest_reacted", "contest_decided"].includes(event.type))) return severalCard(session, row, opened, rolls);
  const [first, second] = [opened?.character ?? rolls[0]?.character, opened?.against ?? rolls[1]?.character];
  const feet = [];
  const side = (character, roll) => {
    const read = result?.sides.find((each) => each.character === character);
    const isMine = roll && (roll.member === record.me || record.owns(roll.character));
    const stands = roll && standing_rolls.some((each) => each.roll === roll.roll);
    const { pick, foot } = isMine && stands ? rerolling(session, roll, roll.receipt) : {};
    if (foot) feet.push(foot);
    const isLoser = result?.winner && result.winner !== character;
    return h(`div.contestant${isLoser ? ".lost" : ""}`, h("p", h("strong", own(record.nameOf(character))), read?.outcome && ["messy_critical", "bestial_failure", "critical"].includes(read.outcome) && ` ${verdict(read).toLowerCase()}`),
      h("div", roll ? [h("b.total", roll.receipt.successes), diceRow(roll.receipt.dice, read?.outcome === "bestial_failure", pick)]
        // A roll that was opposed afterwards keeps a card of its own.
        : read ? [h("b.total", read.successes), h("span.hint", "rolled before")]
        : h("span.hint", ended ? "never answered" : "has not answered yet")));
  };
  const rollOf = (character) => rolls.find((roll) => roll.character === character);
  const state = opened && contests.some(({ contest }) => contest === opened.contest) ? "waits" : "";
  const title = `${opened ? plain(opened.conflict) : "A"} contest`;
  const hidden = rolls.find(({ visibility }) => visibility && visibility !== "public");
  return h(`article.receipt.contest.asks${result?.winner ? ".success" : ".none"}${hidden ? ".veiled" : ""}`, { tabindex: -1 },
    h("header", h("div", h("strong", title), h("span", own(record.nameOf(first)), " against ", own(record.nameOf(second))), hidden && chipsOf(record, hidden)), h("time", timeOf(push.at))),
    h("div.sides", side(first, rollOf(first)), side(second, rollOf(second))),
    result ? h("h3", outcomeMark("contest"), h("span.winner", result.winner ? [own(record.nameOf(result.winner)), ` wins by ${result.margin}`] : "A tie"))
      : h("p.fate", icon(ended ? "close" : "clock"), h("span", ended ? "Called off. The dice stay in the log." : state ? ["Waits for ", own(record.nameOf(second))] : "Not decided")),
    proposalLines(record, later, true), reveals(record, later), feet,
    state && record.owns(second) && !record.isStoryteller && session.isTable && h("div.foot.row.end", h("button.main.build", { type: "button", "data-act": true, "data-key": `answer on ${opened.contest}`, onclick: () => session.answer(opened) }, "Answer ", own(record.nameOf(first)))),
    rolls.length > 0 && detailsOf(() => [result && ["Read", result.why], ...rolls.flatMap((roll) =>
      [[record.nameOf(roll.character ?? roll.member), own(roll.label || "A pool")], ...rollDetails(roll, roll.receipt, roll.source).filter((each) => each && each[0] !== "House rules")])], key));
}
