/** A contest of several sides as one card: who rolled what, each pair by itself, and what it would do to whom. */
import { actButton } from "../acts.js";
import { h, needStyle, own } from "../dom.js";
import { icon } from "../icons.js";
import { outcomeMark } from "../marks.js";
import { awaited, named, opponents } from "../sides.js";
import { diceRow, rerolling, rollDetails } from "../v5/receipt.js";
import { verdict } from "../v5/words.js";
import { damageWords, plain, timeOf } from "../words.js";
import { chipsOf, detailsOf, proposalLines, reveals } from "./receipt.js";

needStyle("styles/several.css");

const LOUD = ["messy_critical", "bestial_failure", "critical"];
const FATES = { none: "takes no reaction", dropped: "is out of it" };

/** How one pair came out, as words with names apart. */
export function pairWords(record, first, { character, winner, difference, reaction, difficulty }) {
  const name = (id) => own(record.nameOf(id), "strong");
  const by = difference ? ` by ${difference}` : "";
  if (!winner) return reaction === "none" ? [name(first), " misses ", name(character), `, Difficulty ${difficulty}`] : [name(first), " and ", name(character), " are tied"];
  return [name(winner), " beats ", name(winner === first ? character : first), by];
}

/** One row of harm in words: what, to whom, and how it came about. */
export const harmWords = (record, { character, by, margin, weapon = 0, damage, halved }) => [h("b", damageWords(damage)), " to ", own(record.nameOf(character), "strong"),
  halved ? ", halved" : "", h("small", " from ", own(record.nameOf(by)), ` · margin ${margin}${weapon ? ` + weapon ${weapon}` : ""}`)];

/** The rows of harm that were proposed, or dealt; told once for all. */
function harmLines(record, later) {
  const opened = later.findLast(({ event: { type, proposal } }) => type === "proposal_opened" && proposal.rows)?.event.proposal;
  const end = opened && later.findLast(({ event: { type, proposal } }) => type !== "proposal_opened" && proposal === opened.proposal)?.event;
  if (!opened || end?.type === "proposal_lapsed") return null;
  const [sign, words] = !end ? ["clock", record.isStoryteller ? "Waits for you" : "With the Storyteller"]
    : end.type === "proposal_confirmed" ? ["tick", end.rows?.length ? "Confirmed" : "Confirmed: nobody is hurt"] : ["close", "Let go"];
  const rows = end?.type === "proposal_confirmed" ? end.rows ?? [] : opened.rows;
  return h("div.harm", h("p.fate", icon(sign), h("span", words)), rows.length > 0 && h("ul", rows.map((row) => h("li", harmWords(record, row)))));
}

/** @param {object[]} rolls the sides' rolls as they stand */
export function severalCard(session, { push, later, key }, opened, rolls) {
  const { record } = session;
  const { view: { contests, standing_rolls } } = record;
  const result = later.findLast(({ event }) => event.type === "contest_decided")?.event;
  const ended = later.find(({ event }) => event.type === "contest_withdrawn")?.event;
  const reacted = later.filter(({ event }) => event.type === "contest_reacted").map(({ event }) => event);
  const first = opened?.character ?? result?.character ?? rolls[0]?.character;
  const against = opened ? opponents(opened) : result?.pairs.map(({ character }) => character) ?? [];
  const waits = !ended && !result && contests.find(({ contest }) => contest === opened?.contest);
  const feet = [];
  const side = (character, n) => {
    const roll = rolls.find((each) => each.character === character);
    const read = n ? result?.pairs.find((each) => each.character === character) : result;
    const fate = reacted.find((each) => each.character === character)?.reaction;
    const isMine = roll && (roll.member === record.me || record.owns(roll.character));
    const { pick, foot } = isMine && standing_rolls.some((each) => each.roll === roll.roll) ? rerolling(session, roll, roll.receipt) : {};
    if (foot) feet.push([character, foot]);
    const isLost = n && read && read.winner === first;
    return h(`li.contestant${isLost ? ".lost" : ""}`,
      h("p", h("strong", own(record.nameOf(character))), n === 0 && h("small", "began it"), LOUD.includes(read?.outcome) && ` ${verdict(read).toLowerCase()}`),
      h("div", roll ? [h("b.total", roll.receipt.successes), diceRow(roll.receipt.dice, read?.outcome === "bestial_failure", pick)]
        : h("span.hint", FATES[fate] ?? (ended ? "never answered" : "has not answered yet"))),
      n > 0 && read && h("p.pair", outcomeMark("contest"), h("span", pairWords(record, first, read))));
  };
  /** Where several rolls may be rerolled, each says whose it is. */
  const withName = ([character, foot]) => {
    if (feet.length < 2) return foot;
    foot.prepend(h("strong.whose", own(record.nameOf(character))));
    foot.setAttribute("role", "group");
    foot.setAttribute("aria-label", record.nameOf(character));
    return foot;
  };
  const hidden = rolls.find(({ visibility }) => visibility && visibility !== "public");
  const mine = waits && session.isTable && !record.isStoryteller ? awaited(waits).filter((id) => record.owns(id)) : [];
  return h(`article.receipt.contest.several.asks${result?.pairs.some(({ winner }) => winner === first) ? ".success" : ".none"}${hidden ? ".veiled" : ""}`, { tabindex: -1 },
    h("header", h("div", h("strong", `${opened ? plain(opened.conflict) : "A"} contest`), h("span", own(record.nameOf(first)), " against ", named(against.map((id) => own(record.nameOf(id))))), hidden && chipsOf(record, hidden)), h("time", timeOf(push.at))),
    h("ul.sides", { "aria-label": "Sides" }, [first, ...against].map(side)),
    !result && h("p.fate", icon(ended ? "close" : "clock"), h("span", ended ? "Called off. The dice stay in the log." : waits ? ["Waits for ", named(awaited(waits).map((id) => own(record.nameOf(id))))] : "Not decided")),
    harmLines(record, later), proposalLines(record, later.filter(({ event: { proposal } }) => !proposal?.rows), true), reveals(record, later), feet.map(withName),
    mine.length > 0 && h("div.foot.row.end", mine.map((id) => [
      actButton("No reaction", session, () => ({ type: "forgo_reaction", contest: waits.contest, character: id }), `forgo on ${waits.contest} ${id}`, undefined, "quiet"),
      h("button.main.build", { type: "button", "data-act": true, "data-key": `answer on ${waits.contest} ${id}`, onclick: () => session.answer(waits, id) }, "Answer ", own(record.nameOf(first)))])),
    rolls.length > 0 && detailsOf(() => [...(result?.pairs ?? []).map(({ character, why }) => [record.nameOf(character), why]), ...rolls.flatMap((roll) =>
      [[record.nameOf(roll.character ?? roll.member), own(roll.label || "A pool")], ...rollDetails(roll, roll.receipt, roll.source).filter((each) => each && each[0] !== "House rules")])], key));
}
