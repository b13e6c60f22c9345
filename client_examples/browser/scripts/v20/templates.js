/** V20 characters whom many an evening needs, as files to begin with. Knows nothing of elements. */
import { ATTRIBUTES } from "./traits.js";

/** What a quick character is good at, and the Abilities that this is. */
export const TALENTED = { fighting: ["Athletics", "Brawl", "Firearms", "Melee"], watching: ["Alertness", "Investigation", "Stealth"], talking: ["Empathy", "Intimidation", "Subterfuge"] };

/** The dots of a quick character: the same for all Attributes of a group, and for the Abilities of what it is good at. */
export const quickTraits = (numbers) => Object.fromEntries([...Object.entries(ATTRIBUTES).flatMap(([group, names]) => names.map((name) => [name, numbers[group.toLowerCase()]])),
  ...Object.entries(TALENTED).flatMap(([what, names]) => names.map((name) => [name, numbers[what]])).filter(([, dots]) => dots)]);

const quick = (name, kind, [physical, social, mental], [fighting, watching, talking], { traits = {}, sheet, ...trackers } = {}) => ({ format: "coterie.character.1", system: "v20", name, kind, clan: "",
  traits: { ...quickTraits({ physical, social, mental, fighting, watching, talking }), ...traits }, trackers: { willpower: { boxes: 3 }, humanity: 7, ...trackers }, ...(sheet && { sheet }) });

export const TEMPLATES = [
  quick("Passer-by", "mortal", [2, 2, 2], [0, 1, 1]),
  quick("Guard", "mortal", [3, 2, 2], [2, 2, 1], { willpower: { boxes: 4 } }),
  quick("Detective", "mortal", [2, 2, 3], [1, 3, 2], { willpower: { boxes: 5 } }),
  quick("Hunter", "mortal", [3, 2, 3], [3, 3, 1], { willpower: { boxes: 6 }, traits: { Courage: 4 } }),
  quick("Retainer", "ghoul", [3, 2, 2], [2, 2, 2], { willpower: { boxes: 4 }, traits: { Potence: 1 } }),
  quick("Neonate", "vampire", [2, 3, 2], [2, 2, 2], { willpower: { boxes: 5 }, traits: { Conscience: 3, "Self-Control": 3, Courage: 3, Celerity: 1, Presence: 1 } }),
  quick("Elder", "vampire", [4, 4, 4], [4, 4, 4], { willpower: { boxes: 8 }, humanity: 5, sheet: { generation: 8 }, traits: { Conscience: 2, "Self-Control": 4, Courage: 4, Celerity: 3, Dominate: 4, Presence: 4 } }),
];
