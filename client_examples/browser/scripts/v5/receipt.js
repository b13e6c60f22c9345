/** A receipt of V5: outcome, how many of how many, the dice, why; below it what happened to it and what can be done. */
import { actButton, refuse, rolling } from "../acts.js";
import { fill, h, own } from "../dom.js";
import { icon } from "../icons.js";
import { dieFace, markRow, outcomeMark, trackerMark } from "../marks.js";
import { rerollShare } from "../odds.js";
import { aboutEffect } from "../table/effects.js";
import { judged, judging, readLast } from "../table/judged.js";
import { chipsOf, detailsOf, hidesPool, look, proposalLines, revealedBy, revealing, reveals, SOURCES, toldLast } from "../table/receipt.js";
import { itemised } from "../table/rows.js";
import { leftOf } from "../table/trackers.js";
import { count, listed, percent, plain, rollerOf, tell, timeOf } from "../words.js";
import { diceRerolled, diceWords, reason, tally, verdict } from "./words.js";

const MOST_REROLLED = 3;
/** The dice of any receipt; faces alone are regular dice, of which a pair of tens counts four. */
function diceOf({ dice, faces }) {
  if (dice || !faces) return dice;
  const tens = faces.filter((face) => face === 10).length;
  let paired = tens - tens % 2;
  return faces.map((face) => ({ kind: "regular", face, adds: face === 10 && paired-- > 0 ? 2 : face > 5 ? 1 : 0 }));
}

const regular = (dice) => dice.filter(({ kind }) => kind === "regular").map((die, index) => ({ ...die, index }));

/** Regular dice first, then Hunger, each high to low; *pick* makes a checkbox for a regular die. */
export function diceRow(dice, isLoud, pick) {
  const row = (group) => group.sort((a, b) => b.face - a.face).map((die) =>
    h(pick && die.kind === "regular" ? "label.die" : "span.die", pick && die.kind === "regular" && pick(die),
      dieFace(die.kind, die.face, isLoud), die.adds > 0 && h("b", { "aria-hidden": "true" }, `+${die.adds}`),
      die.replaced && h("small", `was ${die.replaced}`)));
  const [plainDice, red] = [row(regular(dice)), row(dice.filter(({ kind }) => kind === "hunger"))];
  return h("div.dice", h("span.unseen", diceWords(dice)), plainDice.length > 0 && h("div.group", plainDice), red.length > 0 && h("div.group.of-hunger", red));
}

/** What a reader picked on a roll, by roll: a card that is drawn anew keeps it. */
const picks = new Map();

/** Checkboxes on the regular dice, failed ones picked beforehand, and a button that names the picked. */
export function rerolling(session, { roll, character }, { dice, difficulty, preset, switches, margin }) {
  const { record } = session;
  const all = regular(dice);
  const isWon = difficulty && margin >= 0;
  const failed = () => new Map((isWon || !difficulty ? [] : all.filter(({ adds }) => !adds).slice(0, MOST_REROLLED)).map(({ index, face }) => [index, face]));
  const picked = picks.get(roll) ?? failed();
  picks.set(roll, picked);
  const { entered_dice } = record.view.house_rules;
  const faces = entered_dice ? h("input.faces", { placeholder: "New faces", "aria-label": "New faces, rolled by hand, in the order of the dice; empty: the server rolls", inputmode: "numeric", maxlength: 20 }) : null;
  const again = rolling(actButton("", session, () => {
    if (!picked.size) {
      const card = again.closest("article");
      refuse(card, { code: "page", message: "Pick one to three dice." });
      card.querySelector(`[data-key^="die ${roll} "]`).focus({ focusVisible: true });
      return null;
    }
    const rolled = faces?.value.match(/\d+/g)?.map(Number);
    return { type: "reroll", roll, regular_indices: [...picked.keys()], ...(rolled && { entered: { rerolled: rolled } }) };
  }, `again ${roll}`, () => picks.delete(roll), "main"));
  const chance = h("span.chance");
  const { willpower } = record.character(character)?.trackers ?? {};
  const cost = `1 Willpower${willpower ? `, ${leftOf(willpower)} left` : ""}`;
  const label = () => {
    const chosen = [...picked.values()].sort((a, b) => b - a);
    fill(again, icon("again"), chosen.length ? `Reroll ${listed(chosen)}` : "Reroll…");
    const canTell = difficulty && !isWon && chosen.length > 0 && chosen.length <= MOST_REROLLED;
    fill(chance, canTell ? [h("strong", `${percent(rerollShare(dice, [...picked.keys()], difficulty, { preset, switches }))} to win`), ` for ${cost}`]
      : all.length ? `A reroll costs ${cost}` : "No regular die to reroll");
  };
  label();
  return {
    foot: h("div.foot.reroll", chance, h("div.row", faces, actButton("Let it stand", session, () => ({ type: "settle_roll", roll }), `stand ${roll}`), all.length > 0 && again)),
    pick: ({ index, face }) => h("input", { type: "checkbox", checked: picked.has(index), "data-key": `die ${roll} ${index}`,
      "aria-label": `Regular die ${index + 1} of ${all.length}, shows ${face}`, onchange: ({ target }) => {
        if (target.checked) picked.set(index, face);
        else picked.delete(index);
        target.closest("article").querySelector(".refusal")?.remove();
        label();
      } }),
  };
}

const PRESETS = { v5: "V5", v5_core_rolling: "V5, the core book’s rolling alone" };
export function rollDetails({ note, label }, { items = [], why, preset, rouse, dice }, source) {
  const signed = (n, i) => (i && n > 0 ? `+${n}` : String(n).replace("-", "−"));
  const drawn = dice && ["regular", "hunger"].map((kind) => dice.filter((die) => die.kind === kind).map(({ face }) => face));
  return [
    items.length > 0 && ["Pool", items.map(({ label: each, dice: n }, i) => [i ? ", " : "", own(each === "pool" && label ? label : each), ` ${signed(n, i)}`]).flat()],
    drawn && ["Drawn", [drawn[0].length && `Regular ${drawn[0].join(", ")}`, drawn[1].length && `Hunger ${drawn[1].join(", ")}`].filter(Boolean).join(" · ")],
    ["Read", `${why}${rouse ? ` Rouse check ${rouse.faces.join(", ")}. ${rouse.why}` : ""}`],
    ["House rules", PRESETS[preset ?? "v5"] ?? preset], ["Dice", SOURCES[source] ?? source], note && ["Note", own(note)],
  ];
}

/** What a Rouse check did to Hunger, if this viewer may know. */
const hungerWords = (later) => {
  const change = later.findLast(({ event }) => event.tracker === "hunger")?.event;
  return change ? `Hunger ${change.before} → ${change.after}` : "";
};

/** What a check of the Blood brought beside Hunger: what was mended, what began and what ended. */
const broughtWords = (record, later) => later.map(({ event }) => event).flatMap((event) => {
  if (event.type === "healed") return [`: ${event.amount} ${plain(event.kind)} ${plain(event.track)} mended`];
  const { name, kind } = record.effect(event.effect?.effect ?? event.effect) ?? {};
  return name && kind !== "compulsion" && event.effect?.name !== "Blush of Life" ? [" · ", own(name), event.type === "effect_begun" ? " begins" : " ends"] : [];
});
/** Checks of the Blood and Compulsions are lines: what was rolled, what it did. */
function bloodLine(session, event, at, later, key) {
  const { record } = session;
  const { type, checks, failed = 0, temperament_faces, resonance_face, faces = temperament_faces ?? [], passed = !failed } = event.receipt;
  const change = later.find(({ event: each }) => each.tracker === "hunger")?.event;
  const brought = broughtWords(record, later);
  return h(`article.receipt.line.slim${checks || brought.length || event.label ? ".wordy" : ""}`, { tabindex: -1 }, trackerMark("hunger"),
    h("span.told", own(rollerOf(record, event), "strong"), ["compulsion", "resonance"].includes(type) ? [`, ${plain(type)} ${[...faces, resonance_face].filter(Boolean).join(", then ")}: `, own(verdict(event.receipt), "strong"), later.length ? " · " : "", later.filter(({ event }) => event.type === "effect_begun").map(({ event }) => aboutEffect(event.effect))].flat()
      : [checks ? `, ${checks.length} Rouse checks ${checks.join(", ")}: ` : `, Rouse check ${faces.join(" and ")}: `, passed ? "Hunger stays" : "Hunger rises", event.label ? [" · ", own(event.label)] : "", brought].flat(2),
    " ", chipsOf(record, event)),
    change && h("span.change", h("span.unseen", hungerWords(later)), markRow("hunger", change.before), icon("arrow"), markRow("hunger", change.after)),
    h("time", timeOf(at)), detailsOf(() => rollDetails(event, event.receipt, event.source), key));
}

/** The card of a roll as it stands: *push* brought it, *later* are pushes about it that came after. */
export function receiptCard(session, { push: { event: first, at }, later, key }) {
  const { record } = session;
  // A hidden character comes apart from its roll, to those alone who may know it.
  const event = { ...toldLast(first, later), ...later.findLast((push) => push.event.type === "roll_attributed")?.event, type: first.type };
  const isReveal = event.type === "roll_revealed";
  const reroll = later.findLast((push) => push.event.type === "roll_rerolled")?.event;
  const receipt = itemised(readLast(later) ?? event.receipt, event.roll, later);
  if (["rouse", "rouses", "compulsion", "resonance"].includes(receipt?.type)) return bloodLine(session, event, at, later, key);
  const what = receipt ?? event;
  const { rouse, is_bestial } = what;
  const dice = receipt && diceOf(receipt);
  const isStanding = !isReveal && record.view.standing_rolls.some(({ roll }) => roll === event.roll);
  const isMine = event.member === record.me || record.owns(event.character);
  const { pick, foot } = isStanding && isMine && receipt.dice ? rerolling(session, event, receipt) : {};
  const isHidden = isReveal || (event.visibility ?? "public") !== "public";
  const [number, rest] = tally(what);
  const [word, ...words] = verdict(what).split(" ");
  const why = receipt ? reason(receipt) : event.at_once ? event.outcome && `${count(event.successes, "success", "successes")}.` : "The dice were not shown.";
  const fates = [proposalLines(record, later), later.filter(({ event: { type } }) => ["effect_begun", "effect_ended"].includes(type))
    .map(({ event: each }) => h("p.fate", icon("clock"), h("span", tell(record, each).map((part) => part.name ?? part).join(""), each.effect.kind && [" · ", aboutEffect(each.effect)])))];
  return h(`article.receipt.asks.${look(what)}${isHidden ? ".veiled" : ""}`, { tabindex: -1 },
    h("header", h("div", own(rollerOf(record, event), "strong"), own(titled(event.label ?? "")), chipsOf(record, event)), h("time", timeOf(at))),
    h("div.body", h("div.result",
      h("h3", outcomeMark(look(what)), h("span", h("span", word), " ", words.join(" "))),
      what.difficulty && h("p.tally", h("strong", number), ` ${rest}`),
      reroll && event.receipt ? h("p", `Was ${aOutcome(event.receipt)} with ${event.receipt.successes || "none"}${event.receipt.difficulty ? ` of ${event.receipt.difficulty}` : ""}.`)
        : why && !later.some((push) => push.event.type === "roll_judged" && !push.event.receipt && !record.isStoryteller) && h("p", why),
      rouse && h("p", `Rouse ${rouse.faces.join(" and ")}: ${hungerWords(later) ? `${hungerWords(later)} afterwards` : rouse.passed ? "Hunger stays" : "Hunger rises"}.`),
      isReveal && revealedBy(record, event)),
    dice && diceRow(dice, is_bestial, pick)),
    reroll && h("p.foot.fate", icon("again"), h("span", diceRerolled(reroll.regular_indices.length))),
    fates, judged(record, later), hidesPool(first, later), reveals(record, later), foot, isStanding && !isMine && h("p.fate", icon("clock"), "May still be rerolled."),
    h("div.afterwards", record.isStoryteller && event.receipt?.type === "pool" && !event.contest && judging(session, event, receipt, later),
      (record.isStoryteller || isMine) && isHidden && !isReveal && revealing(session, event)),
    receipt && detailsOf(() => rollDetails(event, receipt, reroll?.source ?? event.source), key));
}

const titled = (label) => (/^(fury|hunger|terror) frenzy$/.test(label) ? plain(label) : label);
const aOutcome = (receipt) => (receipt.outcome ? `a ${verdict(receipt).toLowerCase()}` : "a roll");
