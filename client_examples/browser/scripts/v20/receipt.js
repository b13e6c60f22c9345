/** The receipt of a V20 roll: outcome, the sum, why, and the dice with what each gave or took. */
import { fill, h, own } from "../dom.js";
import { icon } from "../icons.js";
import { outcomeMark } from "../marks.js";
import { aboutEffect } from "../table/effects.js";
import { judged, judging, readLast } from "../table/judged.js";
import { chipsOf, detailsOf, hidesPool, look, proposalLines, revealedBy, revealing, reveals, SOURCES, toldLast } from "../table/receipt.js";
import { itemised } from "../table/rows.js";
import { plain, rollerOf, tell, timeOf } from "../words.js";
import { dieFace } from "./marks.js";
import { PRESET_WORDS } from "./rules.js";
import { diceWords, reason, signed, sumOf, verdict } from "./words.js";

/** High to low, those that a specialty brought last; the ones that took a success say so. */
export function diceRow({ dice, cancelled, outcome }) {
  let taken = cancelled;
  const die = ({ face, adds, is_one, is_reroll }) => {
    const gave = adds ? `+${adds}` : is_one && taken-- > 0 ? "−1" : "";
    return h(`span.die${is_one && outcome === "botch" ? ".loud" : ""}`, dieFace(face, adds, is_one), gave && h("b", { "aria-hidden": "true" }, gave), is_reroll && h("small", "again"));
  };
  const [first, again] = [false, true].map((is) => dice.filter((each) => Boolean(each.is_reroll) === is).sort((a, b) => b.face - a.face).map(die));
  return h("div.dice", h("span.unseen", diceWords(dice)), h("div.group", first), again.length > 0 && h("div.group.rolled-again", again));
}

/** The eight parts of a roll, and where its dice come from. */
export function partsOf({ note, label }, receipt, source) {
  const { items, dice, difficulty, ones, rolled, cancelled, automatic, net, why, specialty, preset, required = 1 } = receipt;
  const drawn = dice.filter(({ is_reroll }) => !is_reroll).map(({ face }) => face).join(", ");
  const again = dice.filter(({ is_reroll }) => is_reroll).map(({ face }) => face).join(", ");
  return [
    ["Pool", items.map(({ label: each, dice: n }, i) => [i ? ", " : "", own(each === "pool" && label ? label : each), ` ${i ? signed(n) : n}`]).flat()],
    specialty && ["Specialty", own(specialty)],
    ["Difficulty", `${difficulty.applied}${difficulty.applied === difficulty.assessed ? "" : `, assessed as ${difficulty.assessed}`}`],
    ["Dice", drawn ? `${drawn}${again ? ` · rolled again ${again}` : ""}` : "none rolled"], ["Ones", String(ones)], ["Rolled", String(rolled)], ["Cancelled", String(cancelled)], ["Automatic", String(automatic)],
    ["Net", `${net} of ${required} needed`], ["Outcome", verdict(receipt)], ["Read", why],
    ["House rules", PRESET_WORDS[preset ?? "v20_book"] ?? preset], ["Source", SOURCES[source] ?? source], note && ["Note", own(note)],
  ];
}

/** What happened right behind a roll: Willpower that it took, effects that began and ended. */
function fatesOf(record, later) {
  const told = later.map(({ event }) => event).filter(({ type }) => ["effect_begun", "effect_ended"].includes(type)).map((event) => h("p.fate", icon("clock"),
    h("span", tell(record, event).map((part) => part.name ?? part).join(""), event.effect.kind && [" · ", aboutEffect(event.effect)])));
  const change = later.findLast(({ event }) => event.tracker === "willpower")?.event;
  return [proposalLines(record, later), told, change && h("p.fate", icon("tick"), `Willpower ${change.before.current} → ${change.after.current}`)];
}

/** Initiative is a line: when a character acts. */
function initiativeLine(session, event, at, key) {
  const { record } = session;
  const { die, total, items, why, is_fixed } = event.receipt;
  return h("article.receipt.line.slim", { tabindex: -1 }, icon("clock"), h("span.told", own(rollerOf(record, event), "strong"), ", initiative ", h("strong", total),
    `: ${items.reduce((sum, { dice }) => sum + dice, 0)} and ${is_fixed ? "a fixed" : "a die of"} ${die} `, chipsOf(record, event)), h("time", timeOf(at)),
  detailsOf(() => [["Rating", items.map(({ label, dice }, i) => `${i ? ", " : ""}${label} ${signed(dice)}`).join("")], ["Read", why], ["Source", SOURCES[event.source] ?? event.source]], key));
}

/** Whether a roll may be read by another difficulty: nothing followed but how it came out. */
const isJudged = ({ receipt, contest, type }) => type === "roll_resolved" && !contest && !receipt.is_unrolled && ["action", "willpower", undefined].includes(receipt.kind);

/** The card of a roll as it stands; the same for one that was revealed. */
export function receiptCard(session, { push: { event: first, at }, later, key }) {
  const { record } = session;
  const event = { ...toldLast(first, later), ...later.findLast((push) => push.event.type === "roll_attributed")?.event, type: first.type };
  const receipt = itemised(readLast(later) ?? event.receipt, event.roll, later);
  if (receipt?.type === "initiative") return initiativeLine(session, { ...event, receipt }, at, key);
  const isReveal = event.type === "roll_revealed";
  // How it came out may be told without what it is read by: that it was impossible, or the outcome alone.
  const last = later.findLast(({ event: { type } }) => type === "roll_judged")?.event;
  const isKept = Boolean(last && !last.receipt);
  const what = isKept ? { ...receipt, outcome: last.outcome, degree: null } : receipt ?? event;
  const isHidden = isReveal || (event.visibility ?? "public") !== "public";
  const isMine = event.member === record.me || record.owns(event.character);
  const [before, net, rest] = sumOf(what);
  const after = rest.replace(" needed", "\u00a0needed");
  const isBought = later.some(({ event: each }) => each.type === "willpower_spent");
  const sum = h("p.tally", before, h("strong", `${net}\u00a0net`), after);
  // What Willpower gave stands out: nothing can take it away.
  if (what.automatic && !what.is_unrolled) fill(sum, before.split("+")[0], "+ ", h("strong", `${what.automatic}\u00a0automatic`), " = ", h("strong", `${net}\u00a0net`), after);
  const about = [event.label, what.specialty && (event.label ? "specialty" : "Specialty"), isBought && "Willpower spent"].filter(Boolean).join(", ");
  return h(`article.receipt.asks.v20.${look(what)}${isHidden ? ".veiled" : ""}`, { tabindex: -1 },
    h("header", h("div", own(rollerOf(record, event), "strong"), about ? own(about) : "", chipsOf(record, event)), h("time", timeOf(at))),
    h("div.body", h("div.result", h("h3", outcomeMark(look(what)), h("span", h("span", verdict(what)))),
      isKept ? "" : receipt ? [sum, h("p", reason(receipt, isBought))] : h("p", `${plain(what.outcome ?? "")}${what.successes === undefined ? "" : `, ${what.successes} net`}.${event.at_once ? "" : " The dice were not shown."}`),
      isReveal && revealedBy(record, event)),
    receipt?.dice.length > 0 && diceRow(isKept ? { ...receipt, dice: receipt.dice.map((die) => ({ ...die, adds: 0, is_one: false })) } : receipt)),
    fatesOf(record, later), hidesPool(first, later), judged(record, later), reveals(record, later),
    h("div.afterwards", record.isStoryteller && isJudged(event) && judging(session, event, receipt, later), (record.isStoryteller || isMine) && isHidden && !isReveal && revealing(session, event)),
    receipt && detailsOf(() => partsOf(event, receipt, event.source), key));
}
