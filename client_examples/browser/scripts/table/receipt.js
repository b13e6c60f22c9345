/** A receipt: outcome, how many of how many, the dice, why; below it what can still be done. */
import { actButton } from "../acts.js";
import { h, own } from "../dom.js";
import { dieFace, outcomeMark } from "../marks.js";
import { count, diceWords, plain, rollerOf, tally, timeOf, verdict } from "../words.js";

const MOST_REROLLED = 3;
const OTHERS = { resisted: "success", resisted_critical: "critical", frenzy: "bestial_failure" };

/** Which mark and rail a result has. */
const look = ({ passed, kept, outcome }) =>
  (outcome ? OTHERS[outcome] ?? outcome : (passed ?? kept) === undefined ? "none" : passed ?? kept ? "success" : "failure");

const regular = (dice) => dice.filter(({ kind }) => kind === "regular").map((die, index) => ({ ...die, index }));

/** Regular dice first, then Hunger, each high to low; *pick* makes a checkbox for a regular die. */
function diceRow(dice, isLoud, pick) {
  const row = (group) => group.sort((a, b) => b.face - a.face).map((die) =>
    h(pick && die.kind === "regular" ? "label.die" : "span.die", pick && die.kind === "regular" && pick(die),
      dieFace(die.kind, die.face, isLoud), die.adds > 0 && h("b", { "aria-hidden": "true" }, `+${die.adds}`),
      die.replaced && h("small", `was ${die.replaced}`)));
  return h("div.dice", h("span.unseen", diceWords(dice)), row(regular(dice)), row(dice.filter(({ kind }) => kind === "hunger")));
}

/** Checkboxes on the regular dice, failed ones picked beforehand, and a button that names the picked. */
function rerolling(session, { roll, character }, { dice }) {
  const all = regular(dice);
  const picked = new Map(all.filter(({ adds }) => !adds).slice(0, MOST_REROLLED).map(({ index, face }) => [index, face]));
  const again = actButton("", session, () => ({ type: "reroll", roll, regular_indices: [...picked.keys()] }));
  const label = () => {
    const faces = [...picked.values()].sort((a, b) => b - a).join(", ").replace(/, (\d+)$/, " and $1");
    again.textContent = `Reroll ${faces || "no die"}`;
  };
  label();
  const { boxes, superficial = 0, aggravated = 0 } = session.record.character(character)?.trackers?.willpower ?? {};
  return {
    foot: h("div.foot.row", h("span", "A reroll costs 1 Willpower", boxes && `, ${boxes - superficial - aggravated} left`),
      actButton("Let it stand", session, () => ({ type: "settle_roll", roll })), all.length > 0 && again),
    pick: ({ index, face }) => h("input", { type: "checkbox", checked: picked.has(index),
      "aria-label": `Regular die ${index + 1} of ${all.length}, shows ${face}`, onchange: ({ target }) => {
        if (target.checked) picked.set(index, face);
        else picked.delete(index);
        label();
      } }),
  };
}

/** Revealing cannot be taken back, so it is asked once more. */
const revealing = (session, roll) => h("details.foot", h("summary", "Reveal…"),
  h("p", "Everyone will see it, and it cannot be hidden again."),
  h("div.row", [["Reveal the dice", "whole"], ["Reveal the outcome alone", "outcome"]].map(([words, part]) =>
    actButton(words, session, () => ({ type: "reveal_roll", roll, part })))));

/** The card of a roll as it stands: *push* brought it, *later* are pushes about it that came after. */
export function receiptCard(session, { event: first, at }, later) {
  const { record } = session;
  // A hidden character comes apart from its roll, to those alone who may know it.
  const event = { ...first, ...later.findLast((push) => push.event.type === "roll_attributed")?.event, type: first.type };
  const isReveal = event.type === "roll_revealed";
  const reroll = later.findLast((push) => push.event.type === "roll_rerolled")?.event;
  const receipt = reroll?.receipt ?? event.receipt;
  const what = receipt ?? event;
  const { difficulty, faces, rouse, is_bestial, dice = faces?.map((face) => ({ kind: "regular", face })) } = what;
  const isStanding = record.view.standing_rolls.some(({ roll }) => roll === event.roll) && !isReveal;
  const isMine = event.member === record.me || record.owns(event.character);
  const { pick, foot } = isStanding && isMine && receipt.dice ? rerolling(session, event, receipt) : {};
  const isHidden = isReveal || (event.visibility ?? "public") !== "public";
  const [number, rest] = tally(what);
  const [word, ...words] = verdict(what).split(" ");
  const chip = (words, kind = "") => words && h(`span.chip${kind}`, words);
  return h(`article.asks.receipt.${look(what)}${isHidden ? ".veiled" : ""}`,
    h("header", own(rollerOf(record, event), "strong"), own(event.label ?? ""),
      chip(isReveal ? "Revealed" : isHidden && plain(event.visibility)),
      chip(isReveal && !receipt && "Outcome only, unproven", ".plain"), chip(event.source === "entered" && "Entered dice", ".plain"),
      h("time", timeOf(at))),
    h("div.body", h("div",
      h("h3", outcomeMark(look(what)), h("span", h("span", word), " ", words.join(" "))),
      difficulty && h("p.tally", h("strong", number), ` ${rest}`),
      h("p", receipt?.why ?? "The dice were not shown."), rouse && h("p", `${verdict(rouse)}. ${rouse.why}`),
      reroll && event.receipt && h("p", `${count(reroll.regular_indices.length, "die was", "dice were")} rerolled for 1 Willpower. Before: ${
        verdict(event.receipt).toLowerCase()}, ${tally(event.receipt).join(" ")}.`)),
    dice && diceRow(dice, is_bestial, pick)),
    foot, isStanding && !isMine && h("p.foot", "May still be rerolled."),
    (record.isStoryteller || isMine) && isHidden && !isReveal && revealing(session, event.roll));
}
