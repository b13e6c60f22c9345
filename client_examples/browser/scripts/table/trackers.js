/** How trackers of V5 are read: in words, and what they do to pools. */
import { h } from "../dom.js";
import { ruleOf } from "../odds.js";
import { count, valueWords } from "../words.js";

/** Blood Potency's table; Surge, Mend and Bane by rating. */
const MEND = [1, 1, 2, 2, 3, 3, 3, 3, 4, 4, 5];
export const surgeDice = (rating, house = {}) => Math.ceil(rating / 2) + (ruleOf(house, "blood_potency_table") === "first_printing" ? 0 : 1);
export const mendOf = (rating) => MEND[rating] ?? 1;
export const baneOf = (rating, house) => (rating ? surgeDice(rating, house) : 0);

export const leftOf = ({ boxes, superficial = 0, aggravated = 0 }) => boxes - superficial - aggravated;
const isFull = (track) => Boolean(track) && leftOf(track) === 0;
/** Stains beyond the empty boxes of Humanity. */
export const overflowOf = ({ humanity = 0, stains = 0 }) => Math.max(0, humanity + stains - 10);

/** What a tracker says beside its name. */
export function saying(name, trackers) {
  const value = trackers[name];
  if (name === "hunger") return `${value} of 5`;
  if (name === "blood_potency") return String(value);
  if (name !== "humanity") return valueWords(value).replace(/, impaired$/, "");
  const { stains = 0 } = trackers;
  const beyond = overflowOf(trackers);
  return `${value}${stains ? `, with ${count(stains, "Stain")}` : ""}${beyond ? `, ${beyond} beyond the boxes` : ""}`;
}

/** In two words, for small cards. */
export function shortly(name, trackers) {
  const value = trackers[name];
  if (typeof value === "number") return ` ${value}`;
  return isFull(value) ? ", full" : ` ${leftOf(value)}`;
}

export const potencyWords = (rating, house) => `Surge +${surgeDice(rating, house)} · Mend ${mendOf(rating)} · Bane ${baneOf(rating, house)}`;

/**
 * What impairs, and which pools lose two dice to it.
 * @returns {{cause: string, categories: string[], loses: string}[]}
 */
export function impairments(trackers = {}, house = {}) {
  const { humanity = 0, stains = 0 } = trackers;
  const isFilled = stains > 0 && humanity + stains === 10 && ruleOf(house, "stain_impairment") === "on_full";
  const found = [];
  if (isFull(trackers.health)) found.push({ cause: "health", categories: ["physical"], loses: "−2 physical" });
  if (isFull(trackers.willpower)) found.push({ cause: "willpower", categories: ["social", "mental"], loses: "−2 social, mental" });
  if (overflowOf(trackers) || isFilled) found.push({ cause: "humanity", categories: null, loses: "−2 to all pools" });
  return found;
}
/** Dice that a pool of these categories loses. */
export const impairedBy = (trackers, categories, house, isRaging) => 2 * impairments(trackers, house)
  .filter((each) => !(isRaging && each.cause === "health"))
  .filter((each) => !each.categories || each.categories.some((name) => categories.includes(name))).length;

const CONDITIONS = { torpor: "In torpor", dead: "Dead" };
/** Chips that name what weighs on a character. */
export function stateChips(trackers = {}, isLong = false, house = {}) {
  const condition = CONDITIONS[trackers.health?.condition];
  return [condition && h("span.chip.beast", condition),
    ...impairments(trackers, house).map(({ cause, loses }) => h(`span.chip.beast.of-${cause}`, isLong ? `Impaired, ${loses}` : "Impaired"))].filter(Boolean).slice(0, isLong ? 4 : 1);
}

/** A tracker after damage from one source; superficial damage to a vampire's Health is halved by the caller. */
export function damaged(track, kind, amount) {
  const { boxes, superficial = 0, aggravated = 0 } = track;
  const marked = Math.min(amount, leftOf(track));
  const after = { boxes, superficial, aggravated };
  after[kind] += marked;
  const turned = Math.min(amount - marked, after.superficial);
  return { boxes, superficial: after.superficial - turned, aggravated: after.aggravated + turned };
}
export const healed = (track, kind, amount) => ({ ...track, [kind]: Math.max(0, (track[kind] ?? 0) - amount) });

export const SHOWN = ["hunger", "health", "willpower", "humanity", "blood_potency"];
