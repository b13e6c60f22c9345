/** The parts of a pool: what they are called, what they say about it, and the dialog that picks one. */
import { ask } from "../dialog.js";
import { button, field, h, read, stepper, text } from "../dom.js";

const CATEGORIES = {
  physical: ["Strength", "Dexterity", "Stamina"], social: ["Charisma", "Manipulation", "Composure"], mental: ["Intelligence", "Wits", "Resolve"],
};
const ATTRIBUTES = Object.values(CATEGORIES).flat();
const SKILLS = ["Athletics", "Brawl", "Craft", "Drive", "Firearms", "Larceny", "Melee", "Stealth", "Survival",
  "Animal Ken", "Etiquette", "Insight", "Intimidation", "Leadership", "Performance", "Persuasion", "Streetwise", "Subterfuge",
  "Academics", "Awareness", "Finance", "Investigation", "Medicine", "Occult", "Politics", "Science", "Technology"];
const DISCIPLINES = ["Animalism", "Auspex", "Blood Sorcery", "Celerity", "Dominate", "Fortitude", "Obfuscate", "Oblivion", "Potence", "Presence", "Protean"];
/** Pools with one of these have no Hunger dice, no Blood Surge and no reroll. */
const PLAIN = { Willpower: "willpower", Humanity: "humanity" };

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

/** A pool in few words: its Skill, or what it is called, and how many dice. */
export const briefly = (parts) => {
  const main = parts.find((part) => SKILLS.includes(part.name) || DISCIPLINES.includes(part.name)) ?? parts[0];
  return `${main?.name || "Pool"} ${parts.reduce((sum, { dice }) => sum + dice, 0)}`;
};

/**
 * Let somebody pick a part.
 * @param {?{name: string, dice: number}} part the one to change, or null for one more
 * @param {{[name: string]: number}} known dots named before, and those of the sheet
 * @param {(part: ?object) => void} done gets the part, or null where it is taken out
 */
export function pickPart(part, known, done) {
  const finish = (made) => {
    box.close();
    done(made);
  };
  const name = text("part", { maxlength: 60, value: part?.name ?? "", list: "" });
  const dice = stepper("Dice", "dots", part?.dice ?? 3, 1, 40);
  const form = h("form.part-form", { onsubmit: (event) => {
    event.preventDefault();
    finish({ name: name.value.trim(), dice: Number(read(form).dots) });
  } }, field("Name", name), dice, h("div.row.end", part && button("Take it out", () => finish(null), "quiet"), h("button.main", "Use it")));
  const choose = (each) => {
    const dots = known[each];
    if (dots && each !== part?.name) finish({ name: each, dice: dots });
    else {
      name.value = each;
      form.elements.dots.focus();
      form.elements.dots.select();
      form.scrollIntoView({ block: "nearest" });
    }
  };
  const group = (title, names) => h("section", h("h3", title), h("div.part-names", names.map((each) =>
    button([each, known[each] && h("b", known[each])], () => choose(each), each === part?.name ? "chosen" : ""))));
  const others = Object.keys(known).filter((each) => ![...ATTRIBUTES, ...SKILLS, ...DISCIPLINES, ...Object.keys(PLAIN)].includes(each)).slice(-12);
  const box = ask(part ? "Change a part" : "Add a part", [form, others.length > 0 && group("Used before", others), group("Attributes", ATTRIBUTES),
    group("Skills", SKILLS), group("Disciplines", DISCIPLINES), group("Trackers", Object.keys(PLAIN).filter((each) => known[each]))].filter(Boolean), { className: "picker" });
}
