/** The parts of a pool: what they are called, and what they say about it. Knows nothing of elements. */
const CATEGORIES = {
  physical: ["Strength", "Dexterity", "Stamina"], social: ["Charisma", "Manipulation", "Composure"], mental: ["Intelligence", "Wits", "Resolve"],
};
export const ATTRIBUTES = Object.values(CATEGORIES).flat();
export const SKILLS = ["Athletics", "Brawl", "Craft", "Drive", "Firearms", "Larceny", "Melee", "Stealth", "Survival",
  "Animal Ken", "Etiquette", "Insight", "Intimidation", "Leadership", "Performance", "Persuasion", "Streetwise", "Subterfuge",
  "Academics", "Awareness", "Finance", "Investigation", "Medicine", "Occult", "Politics", "Science", "Technology"];
export const DISCIPLINES = ["Animalism", "Auspex", "Blood Sorcery", "Celerity", "Dominate", "Fortitude", "Obfuscate", "Oblivion", "Potence", "Presence", "Protean", "Thin-Blood Alchemy"];
const NAMED = new Map([...ATTRIBUTES, ...SKILLS, ...DISCIPLINES].map((name) => [name.toLowerCase(), name]));
/** Numbers of a sheet that nobody rolls. */
export const COUNTED = ["experience", "generation"];

/** A trait as the game spells it, or as the table does. */
export const traitName = (key) => NAMED.get(key.trim().toLowerCase()) ?? key.charAt(0).toUpperCase() + key.slice(1);
const RANK = Array.from(NAMED.values());
/** A sheet in words: what can be rolled, in the order of the game, and apart from it what is counted. */
export function sheetWords({ traits = {} }) {
  const all = Object.entries(traits).filter(([, dots]) => dots).map(([key, dots]) => [traitName(key), dots]);
  const rank = ([name]) => (RANK.includes(name) ? RANK.indexOf(name) : RANK.length);
  const [counted, rolled] = [true, false].map((is) => all.filter(([name]) => COUNTED.includes(name.toLowerCase()) === is).sort((a, b) => rank(a) - rank(b)));
  return [rolled, counted].map((those) => those.map((each) => each.join(" ")).join(" · ")).filter(Boolean);
}
/** The dots of a sheet that can be rolled, by name. */
export const dotsOf = ({ traits = {} } = {}) => Object.fromEntries(Object.entries(traits)
  .filter(([key, dots]) => dots && !COUNTED.includes(key.toLowerCase())).map(([key, dots]) => [traitName(key), dots]));
/** Pools with one of these have no Hunger dice, no Blood Surge and no reroll. */
export const PLAIN = { Willpower: "willpower", Humanity: "humanity" };

/** What a part is, by its name; one die on top of a Skill is a specialty. */
export function kindOf({ name, dice }, parts) {
  if (ATTRIBUTES.includes(name)) return "Attribute";
  if (SKILLS.includes(name)) return "Skill";
  if (DISCIPLINES.includes(name)) return "Discipline";
  if (name in PLAIN) return "Tracker";
  return dice === 1 && parts.some((part) => SKILLS.includes(part.name)) ? "Specialty" : "Part";
}

/** What a pool of these parts is to the rules. */
export function readParts(parts) {
  const extra = parts.filter((part) => kindOf(part, parts) === "Specialty");
  const main = parts.filter((part) => !extra.includes(part));
  return {
    label: main.map(({ name }) => name).filter(Boolean).join(" + "), dice: main.reduce((sum, part) => sum + part.dice, 0), extra,
    kind: main.map(({ name }) => PLAIN[name]).find(Boolean),
    categories: Object.keys(CATEGORIES).filter((each) => main.some(({ name }) => CATEGORIES[each].includes(name))),
  };
}

const ALLOWED = ["Attribute", "Attribute Attribute", "Attribute Discipline", "Attribute Skill"];
/**
 * The same pool by the traits of a sheet, which the server counts itself; null where it is none, or has other numbers.
 * @param {object} dots of the sheet and its trackers, by name
 * @param {boolean} isWide whether a Skill may be rolled alone
 * @returns {?{traits: string[], specialty?: string, hasDiscipline: boolean}}
 */
export function asTraits(parts, dots, isWide) {
  const { extra } = readParts(parts);
  const main = parts.filter((part) => !extra.includes(part));
  const isThere = main.every(({ name, dice }) => dots[name] === dice) && new Set(main.map(({ name }) => name)).size === main.length;
  const kinds = main.map((part) => kindOf(part, parts)).map((kind) => (kind === "Part" ? "Skill" : kind)).sort();
  const fits = kinds.includes("Tracker") || ALLOWED.includes(kinds.join(" ")) || (isWide && kinds.join() === "Skill");
  if (!main.length || main.length > 2 || extra.length > 1 || !isThere || !fits) return null;
  return { traits: main.map(({ name }) => name), specialty: extra[0]?.name, hasDiscipline: kinds.includes("Discipline") };
}

/** A pool in few words: its Skill, or what it is called, and how many dice. */
export const briefly = (parts) => {
  const main = parts.find((part) => SKILLS.includes(part.name) || DISCIPLINES.includes(part.name)) ?? parts[0];
  return `${main?.name || "Pool"} ${parts.reduce((sum, { dice }) => sum + dice, 0)}`;
};

/** What a character believes, as lines of words, for whoever sees it. */
export function believedWords({ beliefs: { convictions = [], touchstones = [] } = {} }) {
  const named = touchstones.map(({ name, state = "alive" }) => (state === "alive" ? name : `${name} (${state})`));
  return [["Convictions", convictions], ["Touchstones", named]].filter(([, those]) => those.length).map(([title, those]) => `${title}: ${those.join(" · ")}`);
}
