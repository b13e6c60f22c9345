/** A pool that is typed as its traits, "Wits + Insight", by the dots of a sheet. Knows nothing of elements. */
import { ruleOf } from "../odds.js";
import { asTraits, dotsOf, readParts, traitName } from "../table/parts.js";
import { leftOf } from "../table/trackers.js";

/**
 * @param {?object} character whose sheet it is
 * @param {string} words what was typed
 * @returns {?{traits: string[], dice: number, kind: ?string, categories: string[], hasDiscipline: boolean}} null where they name no such pool
 */
export function namedPool(character, words, house) {
  if (!character || !words.trim()) return null;
  const { willpower, humanity } = character.trackers ?? {};
  const dots = { ...dotsOf(character), ...(willpower && { Willpower: leftOf(willpower) }), ...(humanity && { Humanity: humanity }) };
  const parts = words.split("+").map((each) => traitName(each.trim())).map((name) => ({ name, dice: dots[name] }));
  if (!parts.every(({ dice }) => dice)) return null;
  const named = asTraits(parts, dots, ruleOf(house, "pool_kinds") === "skill_alone_too");
  const { dice, kind, categories } = readParts(parts);
  return named && { ...named, dice, kind, categories };
}

/** How many dice a roll named, without what was added to it or taken away. */
export function namedDice(label, items) {
  const names = label.split("+").map((each) => each.trim().toLowerCase());
  const those = items.filter((each) => names.includes(each.label.toLowerCase()));
  return those.length === names.length ? those.reduce((sum, { dice }) => sum + dice, 0) : items[0].dice;
}
