/** What blood slakes, as the server will have it: read before it is drunk. Knows nothing of elements. */
import { ruleOf } from "../odds.js";

/** Sources of blood, and the Hunger that each slakes before Blood Potency; null for all there is. */
export const SOURCES = [["blood_bag", "A blood bag", 1], ["small_animal", "A small animal", 1], ["large_animal", "A large animal", 2],
  ["human_sip", "A human: a sip, nobody is hurt", 1], ["human_drink", "A human: a drink", 2], ["human_harmful", "A human: so much that it harms", 4],
  ["human_kill", "A human: to the death", null]];
const THIN = ["blood_bag", "small_animal", "large_animal"];
/** By Blood Potency: what human blood is worth less, and the Hunger that stays unless somebody dies. */
const PENALTY = [0, 0, 0, 0, 1, 1, 2, 2, 2, 2, 3];
const FLOOR = [1, 1, 1, 1, 1, 2, 2, 2, 3, 3, 3];
const HALF = 2;

export const mostOf = (source) => SOURCES.find(([name]) => name === source)?.[2];

/** What is left of blood at a Blood Potency. */
export function worthOf(source, drunk, potency, house) {
  if (!THIN.includes(source)) return Math.max(ruleOf(house, "feeding_penalty_min") === "one" ? 1 : 0, drunk - PENALTY[potency]);
  if (potency < HALF) return drunk;
  return potency > HALF ? 0 : Math[ruleOf(house, "feeding_half_rounding") === "ceil" ? "ceil" : "floor"](drunk / 2);
}

/**
 * @param {?number} amount how much is drunk, where it is less than the source gives
 * @returns {{after: number, worth: number, floor: number}} Hunger afterwards, and why it is not less
 */
export function fed(source, { hunger = 0, blood_potency = 0 }, house, amount) {
  const most = mostOf(source);
  if (most === null) return { after: 0, worth: hunger, floor: 0 };
  const worth = worthOf(source, amount ?? most, blood_potency, house);
  const floor = FLOOR[blood_potency];
  return { after: Math.min(hunger, Math.max(floor, hunger - worth)), worth, floor };
}
