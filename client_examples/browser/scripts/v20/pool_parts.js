/** What a V20 pool comes to before its dice, as the server will have it. Knows nothing of elements. */
import { ruleOf } from "./rules.js";
import { isAbility, keyed, kindOf, LEVELS, ratingOf } from "./traits.js";

export const MOST_DICE = 40;
const ALONE = ["willpower", "virtue"];
const HARD = 10;

/**
 * Traits as a pool.
 * @returns {{items: [string, number][], kind: string, untrained: number, refusal: string}} `refusal` says why they are none
 */
export function traitPool(character, names, house) {
  const kinds = names.map((name) => kindOf(name, character.sheet));
  const ratings = names.map((name) => ratingOf(character, name));
  const items = names.map((name, i) => [name, ratings[i]]).filter(([, dots], i) => dots || !isAbility(kinds[i]));
  const kind = ALONE.find((each) => kinds.includes(each)) ?? "action";
  const made = { items, kind, untrained: 0, refusal: "" };
  const ability = kinds.findIndex(isAbility);
  if (kind !== "action" && names.length > 1) return { ...made, refusal: "Willpower and Virtues are rolled alone." };
  if (ability < 0) return made;
  if (names.length < 2 || kinds[1 - ability] !== "attribute") return { ...made, refusal: "An Ability is rolled with an Attribute." };
  if (ratings[ability]) return made;
  if (kinds[ability] === "knowledge" && ruleOf(house, "untrained_knowledge") !== "attribute") return { ...made, refusal: `${names[ability]} is a Knowledge: without a dot nobody can try it.` };
  return { ...made, untrained: Number(kinds[ability] === "skill") };
}

/** Dice that wounds take from an action: 0 or less; null where nobody acts any more. */
export function woundsOf(record, { character, trackers: { health } = {} }, struck) {
  if (!health?.level || struck.includes("wounds")) return 0;
  if (health.level !== "incapacitated" && record.effectsOn(character).some(({ kind }) => ["steeled", "unhindered"].includes(kind))) return 0;
  return LEVELS[health.level];
}

/** What hunger takes of a Virtue: no more dice than blood where little of that is left. */
export function hungerOf(character, dice, house) {
  const { kind, trackers: { blood_pool } = {} } = character;
  if (kind !== "vampire" || blood_pool === undefined || ruleOf(house, "virtue_capped_by_blood") === "no") return 0;
  const control = Object.keys(character.traits ?? {}).filter((key) => ["self control", "instinct"].includes(keyed(key))).map((key) => character.traits[key]);
  return blood_pool < 7 - (Math.max(0, ...control) || 1) ? Math.min(0, blood_pool - dice) : 0;
}

/**
 * Several actions of one turn: what this one rolls, and how much harder it is.
 * @param {{pools: number[], shares: number[], place: number}} planned pools of each action alone
 * @returns {{dice: number, raised: number, refusal?: string}}
 */
export function shareOf({ pools, shares, place }, dice, house) {
  const rule = ruleOf(house, "multiple_actions") ?? "split_only";
  const all = pools.map((each, i) => (i === place ? dice : each));
  if (all.length < 2 || rule === "none") return { dice, raised: 0 };
  if (rule === "revised") {
    const left = all.map((each, i) => each - all.length - i);
    return Math.min(...left) < 1 ? { dice: 0, raised: 0, refusal: "That are too many actions: one would have no die left." } : { dice: left[place], raised: 0 };
  }
  const smallest = Math.min(...all);
  const isWhole = shares.length === all.length && Math.min(...shares) > 0 && shares.reduce((sum, n) => sum + n, 0) <= smallest;
  return isWhole ? { dice: shares[place], raised: rule === "split_plus_one" && place ? 1 : 0 }
    : { dice: 0, raised: 0, refusal: `${all.length} actions share the dice of the smallest pool, ${smallest}: say how many each gets.` };
}
/** Whether the dice of a turn are split, so that shares are asked for. */
export const splits = (house) => !["none", "revised"].includes(ruleOf(house, "multiple_actions"));

/** What each die has to reach. */
export function appliedDifficulty({ assessed, raised = 0, untrained = 0 }, house) {
  const before = Math.min(HARD, assessed + raised);
  const full = before + untrained > HARD ? HARD + Number(ruleOf(house, "untrained_at_ten") === "eleven") : before + untrained;
  return ruleOf(house, "mode") === "casual" ? Math.floor(full / 2) : full;
}

/** Why a specialty does not count at a rating; nothing where it does. */
export function specialtyRefusal(rating, kind, house) {
  if (kind !== "action") return "Only rolls with Attributes and Abilities have specialties.";
  if (ruleOf(house, "specialty_min") !== "none" && rating < 4) return "A specialty counts from 4 dots on.";
  return ruleOf(house, "specialty_max") !== "none" && rating > 5 ? "A specialty counts up to 5 dots." : "";
}
