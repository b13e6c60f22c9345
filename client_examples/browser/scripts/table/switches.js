/** The switches of the house rules: grouped, with what each can say, what the preset says, and what it changes. */
import { fill, h, offer } from "../dom.js";
import { PRESETS as V20 } from "../v20/rules.js";
import { plain, switchName } from "../words.js";

const GROUPS = { "C1.4": "Dice and ones", "C1.5": "Dice and ones", C2: "Difficulty and Abilities", C3: "Specialties, actions, Willpower", "C4.1": "Extended actions", "C5.1": "Initiative", "C5.5": "Damage and soak",
  "C5.6": "Damage and soak", C6: "Damage and soak", C7: "Blood", "C8.2": "Morality and Virtues", "C8.3": "Morality and Virtues", C9: "Specialties, actions, Willpower",
  A1: "Pools and Difficulty", A2: "Criticals and the Beast", A3: "Willpower", A4: "Rouse checks", A5: "Blood Potency", A6: "Feeding",
  A9: "Conflicts", A10: "Health and recovery", A11: "Humanity and Stains", A12: "Frenzy", A13: "Compulsions", A14: "Mortals, ghouls and thin-bloods" };
/** What presets set otherwise than the first value of a switch. */
export const PRESETS = { v5: {}, v5_core_rolling: {
  pool_kinds: "skill_alone_too", messy_fallback: "never", bestial_failure: "zero_only", bestial_meaning: "complication", total_failure: "plain",
  extra_tens: "each_extra", wp_reroll_scope: "failed_only", wp_reroll_may_crit: "no", tie: "defender_wins", difficulty_range: "one_to_five",
  no_roll: "storyteller_judgement", win_at_cost: "off" } };

export const ofPreset = (preset, { name, values }) => (PRESETS[preset] ?? V20[preset])?.[name] ?? values[0];
const ROW = /^[A-Z]\d+/;
const titleOf = ({ row }) => GROUPS[row] ?? GROUPS[row.match(ROW)?.[0]] ?? "Others";

/** Switches by the title of their group, in the order in which they came. */
function grouped(switches) {
  const groups = new Map();
  for (const each of switches) groups.set(titleOf(each), [...groups.get(titleOf(each)) ?? [], each]);
  return Array.from(groups);
}

const about = (each) => [h("dd.hint", each.effect), h("dd.hint.about", "")];
const aboutWords = (each, preset, value) => {
  const usual = ofPreset(preset, each);
  return [value === usual ? "As the preset has it." : h("strong", `Set here; the preset says: ${plain(usual).toLowerCase()}.`),
    usual === each.values[0] ? "" : ` ${preset in V20 ? "V20" : "V5"} says: ${plain(each.values[0]).toLowerCase()}.`, ` It can be: ${each.values.map((said) => plain(said).toLowerCase()).join(", ")}.`];
};

/** A closed part for each group, with how many of it are set here; open where some are. */
const part = (title, switches, isOther, rule) => {
  const told = h("small");
  const place = h("details.rule-group", h("summary", title, " ", told), h("dl", switches.map(rule)));
  const draw = () => {
    const n = switches.filter(isOther).length;
    told.textContent = n ? `${n} of ${switches.length} set here` : "as the preset has them";
    return n;
  };
  place.open = draw() > 0;
  return Object.assign(place, { draw });
};

/** To read: all of them. */
export function readSwitches({ switches }, preset) {
  const isOther = (each) => each.value !== ofPreset(preset, each);
  return grouped(switches).map(([title, those]) => part(title, those, isOther, (each) => {
    const rule = h("div.rule", h("dt", switchName(each.name)), h("dd.value", plain(each.value)), about(each));
    fill(rule.querySelector(".about"), aboutWords(each, preset, each.value));
    return rule;
  }));
}

/**
 * To set: a choice for each.
 * @param {() => string} preset the one that is chosen now
 * @returns {{parts: Element[], draw: () => void, chosen: () => object}} `chosen` is what is set otherwise than the preset
 */
export function setSwitches({ switches }, preset) {
  let before = preset();
  const selects = new Map(switches.map((each) => [each.name,
    offer(h("select", { "aria-label": switchName(each.name) }), each.values.map((value) => [value, plain(value)]), each.value)]));
  const rules = new Map();
  const isOther = (each) => selects.get(each.name).value !== ofPreset(preset(), each);
  const parts = grouped(switches).map(([title, those]) => part(title, those, isOther, (each) => {
    const rule = h("div.rule", h("dt", switchName(each.name)), h("dd.value", selects.get(each.name)), about(each));
    rules.set(each.name, rule);
    return rule;
  }));
  function draw() {
    const now = preset();
    for (const each of switches) {
      const select = selects.get(each.name);
      // What was as the old preset had it is as the new one has it.
      if (now !== before && select.value === ofPreset(before, each)) select.value = ofPreset(now, each);
      fill(rules.get(each.name).querySelector(".about"), aboutWords(each, now, select.value));
    }
    before = now;
    parts.forEach((each) => each.draw());
  }
  draw();
  const chosen = () => Object.fromEntries(switches.filter(isOther).map(({ name }) => [name, selects.get(name).value]));
  return { parts, draw, chosen };
}
