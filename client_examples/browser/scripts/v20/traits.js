/** What a V20 sheet has: its traits by name, what is counted where none is written, and what Generation gives. Knows nothing of elements. */
import { ruleOf } from "./rules.js";

export const ATTRIBUTES = { Physical: ["Strength", "Dexterity", "Stamina"], Social: ["Charisma", "Manipulation", "Appearance"], Mental: ["Perception", "Intelligence", "Wits"] };
export const ABILITIES = {
  talent: ["Alertness", "Athletics", "Awareness", "Brawl", "Empathy", "Expression", "Intimidation", "Leadership", "Streetwise", "Subterfuge"],
  skill: ["Animal Ken", "Crafts", "Drive", "Etiquette", "Firearms", "Larceny", "Melee", "Performance", "Stealth", "Survival"],
  knowledge: ["Academics", "Computer", "Finance", "Investigation", "Law", "Medicine", "Occult", "Politics", "Science", "Technology"],
};
export const GROUPS = { talent: "Talents", skill: "Skills", knowledge: "Knowledges" };
/** Each Virtue, and the one that may stand in its place on a Path. */
export const VIRTUES = [["Conscience", "Conviction"], ["Self-Control", "Instinct"], ["Courage"]];
export const DISCIPLINES = ["Animalism", "Auspex", "Celerity", "Chimerstry", "Dementation", "Dominate", "Fortitude", "Necromancy", "Obfuscate",
  "Obtenebration", "Potence", "Presence", "Protean", "Quietus", "Serpentis", "Thaumaturgy", "Vicissitude"];
/** Numbers of a sheet that nobody rolls. */
export const COUNTED = ["experience"];

/** As names are compared: `Self-Control`, `self_control` and `self control` are one. */
export const keyed = (name) => name.trim().toLowerCase().replace(/[_\-\s]+/g, " ");
const ATTRIBUTE_NAMES = Object.values(ATTRIBUTES).flat();
const KINDS = new Map([...ATTRIBUTE_NAMES.map((name) => [keyed(name), "attribute"]),
  ...Object.entries(ABILITIES).flatMap(([kind, names]) => names.map((name) => [keyed(name), kind])),
  ...VIRTUES.flat().map((name) => [keyed(name), "virtue"]), ["willpower", "willpower"], ["humanity", "morality"], ["path", "morality"]]);
const NAMES = new Map([...ATTRIBUTE_NAMES, ...Object.values(ABILITIES).flat(), ...VIRTUES.flat(), ...DISCIPLINES].map((name) => [keyed(name), name]));

/** A trait as the game spells it, or as the table does. */
export const traitName = (key) => NAMES.get(keyed(key)) ?? key.charAt(0).toUpperCase() + key.slice(1);
export const isAbility = (kind) => kind in ABILITIES;

/** What a trait is; a table's own Abilities go before the book's. */
export function kindOf(name, { abilities = {} } = {}) {
  const own = Object.entries(abilities).find(([each]) => keyed(each) === keyed(name));
  return own?.[1] ?? KINDS.get(keyed(name)) ?? "other";
}

/** The dots of a trait of a character, as the server counts them. */
export function ratingOf({ traits = {}, trackers = {}, sheet } = {}, name) {
  const kind = kindOf(name, sheet);
  if (kind === "willpower") return trackers.willpower?.boxes ?? 0;
  if (kind === "morality") return trackers.humanity ?? 0;
  const key = Object.keys(traits).find((each) => keyed(each) === keyed(name));
  return key === undefined ? Number(kind === "attribute" || kind === "virtue") : traits[key];
}

/** The Virtues of a character, each as its sheet has it. */
export function virtuesOf({ traits = {} } = {}) {
  const has = (name, least) => Object.entries(traits).some(([key, dots]) => keyed(key) === keyed(name) && dots >= least);
  return VIRTUES.map((names) => names.find((name) => has(name, 1)) ?? names.find((name) => has(name, 0)) ?? names[0]);
}
/** The table's own Abilities of one group. */
export const ownAbilities = ({ abilities = {} } = {}, kind) => Object.entries(abilities).filter(([, group]) => group === kind).map(([name]) => traitName(name));

/** What else has dots: Disciplines, Backgrounds and whatever a table writes. */
export function otherTraits({ traits = {}, sheet } = {}) {
  return Object.entries(traits).filter(([key, dots]) => dots && kindOf(key, sheet) === "other" && !COUNTED.includes(keyed(key))).map(([key]) => traitName(key)).sort();
}

/** The specialties that count where these traits are rolled, as [name, dots of its trait]. */
export function specialtiesOf(character, names) {
  const own = Object.entries(character?.sheet?.specialties ?? {});
  return names.flatMap((name) => own.filter(([trait]) => keyed(trait) === keyed(name)).flatMap(([, those]) => those.map((each) => [each, ratingOf(character, name)])));
}

/** By Generation, 3 to 15: what fits, how much of it can be used, and spent in a turn. */
const BLOOD = { 4: [50, 50, 10], 5: [40, 40, 8], 6: [30, 30, 6], 7: [20, 20, 4], 8: [15, 15, 3], 9: [14, 14, 2], 10: [13, 13, 1], 11: [12, 12, 1], 12: [11, 11, 1],
  13: [10, 10, 1], 14: [10, 8, 1], 15: [10, 6, 1] };
const MOST_DOTS = { 3: 10, 4: 9, 5: 8, 6: 7, 7: 6 };
export const mostDots = ({ sheet } = {}) => MOST_DOTS[sheet?.generation] ?? 5;

/** @returns {?{pool: number, usable: number, perTurn: number}} null where no number is known */
export function bloodOf({ kind, sheet } = {}, house = {}) {
  const row = kind === "vampire" && sheet && BLOOD[sheet.generation ?? 13];
  if (!row) return null;
  const [pool, usable, perTurn] = row;
  return { pool: ruleOf(house, "thin_blood_pool") === "small_pool" ? usable : pool, usable, perTurn };
}

export const ordinal = (n) => `${n}${["th", "st", "nd", "rd"][n > 3 && n < 21 ? 0 : n % 10] ?? "th"}`;
/** What morality is called: Humanity, or the name of the Path. */
export const moralityOf = ({ sheet } = {}) => sheet?.path || "Humanity";

/** Levels of health, the lightest first, and the dice that each takes; null where nobody acts. */
export const LEVELS = { bruised: 0, hurt: -1, injured: -1, wounded: -2, mauled: -2, crippled: -5, incapacitated: null };
/** The levels of a track with those that merits repeat, each with its mark. */
export function levelsOf({ boxes, bashing = 0, lethal = 0, aggravated = 0, extra = [] }) {
  const all = Object.keys(LEVELS).flatMap((level) => [level, ...extra.filter((each) => each === level)]).slice(0, boxes);
  return all.map((level, i) => [level, i < aggravated ? "aggravated" : i < aggravated + lethal ? "lethal" : i < aggravated + lethal + bashing ? "bashing" : null]);
}
/** The level that a track is at: [level, dice it takes]; nothing while it is unhurt. */
export const levelOf = (track) => {
  const level = levelsOf(track).findLast(([, mark]) => mark)?.[0];
  return level ? [level, LEVELS[level]] : [null, 0];
};

/** Kinds of damage, the worst first. */
export const DAMAGE = ["aggravated", "lethal", "bashing"];
const leftIn = ({ boxes, bashing = 0, lethal = 0, aggravated = 0 }) => boxes - bashing - lethal - aggravated;
/**
 * A track after levels of damage, soaked already. Empty boxes come first; then bashing and lethal turn bashing
 * marks lethal, and aggravated takes the place of the lightest.
 */
export function damaged(track, kind, levels) {
  const after = { bashing: 0, lethal: 0, aggravated: 0, ...track, level: undefined, penalty: undefined, condition: undefined };
  const marked = Math.min(levels, leftIn(after));
  after[kind] += marked;
  const beyond = levels - marked;
  const fromBashing = Math.min(beyond, after.bashing);
  after.bashing -= fromBashing;
  if (kind !== "aggravated") after.lethal += fromBashing;
  else {
    const fromLethal = Math.min(beyond - fromBashing, after.lethal);
    after.lethal -= fromLethal;
    after.aggravated += fromBashing + fromLethal;
  }
  return after;
}
export const healed = (track, kind, levels) => ({ ...track, level: undefined, penalty: undefined, condition: undefined, [kind]: Math.max(0, (track[kind] ?? 0) - levels) });
