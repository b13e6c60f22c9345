/** A V20 contest as one card: both sides with their net, who won, and what came of it. */
import { h, own } from "../dom.js";
import { icon } from "../icons.js";
import { outcomeMark } from "../marks.js";
import { chipsOf, detailsOf, proposalLines, reveals } from "../table/receipt.js";
import { attributed, itemised } from "../table/rows.js";
import { timeOf } from "../words.js";
import { diceRow, partsOf } from "./receipt.js";
import { sumOf } from "./words.js";

/** @param {object} row a row of kind contest */
export function contestCard(session, { push, later, key }) {
  const { record } = session;
  const opened = push.event.contest?.contest ? push.event.contest : null;
  const result = later.findLast(({ event }) => event.type === "contest_resolved")?.event;
  const ended = later.find(({ event }) => event.type === "contest_withdrawn")?.event;
  const rolls = later.map(({ event }) => event).filter(({ type }) => type === "roll_resolved")
    .map((roll) => ({ ...attributed(roll, later), receipt: itemised(roll.receipt, roll.roll, later) }));
  const [first, second] = [opened?.character ?? rolls[0]?.character, opened?.against ?? rolls[1]?.character];
  const waits = opened && record.view.contests.some(({ contest }) => contest === opened.contest);
  const hidden = rolls.find(({ visibility }) => visibility && visibility !== "public");
  const side = (character) => {
    const roll = rolls.find((each) => each.character === character);
    const [before, net] = roll ? sumOf(roll.receipt) : [];
    return h(`div.contestant${result?.winner && result.winner !== character ? ".lost" : ""}`, h("p", h("strong", own(record.nameOf(character))), roll?.label && [" ", own(roll.label)]),
      h("div", roll ? [h("b.total", net), diceRow(roll.receipt)] : h("span.hint", ended ? "never answered" : "has not answered yet")), roll && h("p.hint", `${before}${net} net, difficulty ${roll.receipt.difficulty.applied}`));
  };
  return h(`article.receipt.contest.asks.v20${result?.winner ? ".success" : ".none"}${hidden ? ".veiled" : ""}`, { tabindex: -1 },
    h("header", h("div", h("strong", opened?.is_attack ? "An attack" : "A contest"), h("span", own(record.nameOf(first)), " against ", own(record.nameOf(second))), hidden && chipsOf(record, hidden)), h("time", timeOf(push.at))),
    h("div.sides", side(first), side(second)),
    result ? h("h3", outcomeMark("contest"), h("span.winner", result.winner ? [own(record.nameOf(result.winner)), opened?.is_attack ? result.winner === first ? " hits" : " gets out of the way" : " wins"] : "A tie"))
      : h("p.fate", icon(ended ? "close" : "clock"), h("span", ended ? "Called off. The dice stay in the log." : waits ? ["Waits for ", own(record.nameOf(second))] : "Not decided")),
    proposalLines(record, later, true), reveals(record, later),
    waits && record.owns(second) && !record.isStoryteller && session.isTable && h("div.foot.row.end", h("button.main.build", { type: "button", "data-act": true, "data-key": `answer on ${opened.contest}`, onclick: () => session.answer(opened) }, "Answer it")),
    rolls.length > 0 && detailsOf(() => rolls.flatMap((roll) => [[record.nameOf(roll.character ?? roll.member), own(roll.label || "A pool")], ...partsOf(roll, roll.receipt, roll.source).filter((each) => each && each[0] !== "House rules")]), key));
}
