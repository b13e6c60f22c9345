/** The house rules: everybody may read them, a Storyteller sets them. */
import { actForm } from "../acts.js";
import { ask } from "../dialog.js";
import { field, fill, h, needStyle, offer, read, tick } from "../dom.js";
import { plain } from "../words.js";
import { PRESET_WORDS } from "../v20/rules.js";
import { readSwitches, setSwitches } from "./switches.js";

/** Each rule with its words, and what it can say; the first is what a new table has. */
const CHOICES = [
  ["default_visibility", "Who sees a roll, unless it says otherwise", [["public", "Everyone"], ["private", "Whoever rolls, and the Storytellers"]]],
  ["tracker_audience", "Who sees the trackers of characters made from now on", [["table", "Everyone"], ["owner", "Whoever plays them"], ["storytellers", "Storytellers alone"]]],
  ["history", "What newcomers see of the past", [["all", "All that everyone saw"], ["session", "The session that runs"], ["none", "Nothing from before they came"]]],
];
const V5_PRESETS = [["v5", "V5"], ["v5_core_rolling", "V5, the core book’s rolling alone"]];
const V20_PRESETS = Object.entries(PRESET_WORDS);
/** The presets of the system that is played; while there are no characters, the other’s too. */
function presetsFor({ system, characters }) {
  const [mine, others] = system === "v20" ? [V20_PRESETS, V5_PRESETS] : [V5_PRESETS, V20_PRESETS];
  return ["preset", "How rolls are read", characters.length ? mine : [...mine, ...others]];
}
const isV20 = (preset) => preset in PRESET_WORDS;
const BY_HAND = "Dice may be rolled by hand and typed in";
const CONSENT = "To retract a roll, a second Storyteller has to agree";
const UNNAMED = "A pause, lines and veils may come without a name";

/** Single switches that this table has set beside its preset. */
const switched = ({ switches = {} }) => Object.entries(switches).map(([name, value]) => h("div", h("dt", plain(name)), h("dd", plain(value))));

/** Ask for the switches, and show them where there was a place for them; *show* gets the answer. */
async function fetchSwitches(session, place, show) {
  const { result } = await session.ask({ type: "rules" });
  if (result?.switches) fill(place, h("h3", "Each rule by itself"), show(result));
}

function reading(session, rules) {
  const place = h("div.stack", h("dl.facts", switched(rules)));
  fetchSwitches(session, place, (result) => readSwitches(result, rules.preset));
  const words = ([name, , values]) => values.find(([value]) => value === (rules[name] ?? values[0][0]))?.[1] ?? rules[name];
  return [h("dl.facts", h("div", h("dt", BY_HAND), h("dd", rules.entered_dice ? "Yes" : "No")), h("div", h("dt", CONSENT), h("dd", rules.second_consent ? "Yes" : "No")), h("div", h("dt", UNNAMED), h("dd", rules.anonymous_pause ? "Yes" : "No")),
    [...CHOICES, presetsFor(session.record.view)].map((choice) => h("div", h("dt", choice[1]), h("dd", words(choice))))), place, h("p.hint", "A Storyteller can change this.")];
}

function setting(session, rules, done) {
  const place = h("div.stack", h("dl.facts", switched(rules)));
  let switches;
  const form = actForm("Set the house rules", session, () => {
    const { entered_dice, second_consent, anonymous_pause, ...said } = read(form);
    // All are replaced: what is not on this form stays as it is.
    return { type: "set_house_rules", house_rules: { ...rules, ...said, entered_dice: Boolean(entered_dice), second_consent: Boolean(second_consent), anonymous_pause: Boolean(anonymous_pause), switches: isOther() ? {} : switches ? switches.chosen() : rules.switches } };
  }, done, tick(BY_HAND, { name: "entered_dice", checked: rules.entered_dice }), h("p.hint", "Such rolls are marked as entered in every log."),
  tick(CONSENT, { name: "second_consent", checked: rules.second_consent }), tick(UNNAMED, { name: "anonymous_pause", checked: rules.anonymous_pause }),
  [...CHOICES, presetsFor(session.record.view)].map(([name, words, values]) => field(words, offer(h("select", { name }), values, rules[name] ?? values[0][0]))),
  place, h("p.hint", "What was rolled or made before keeps what it had."));
  /** Whether the other system is chosen, which has other switches. */
  const isOther = () => isV20(form.elements.preset.value) !== isV20(rules.preset);
  form.addEventListener("input", () => {
    place.hidden = isOther();
    if (!isOther()) switches?.draw();
  });
  fetchSwitches(session, place, (result) => {
    switches = setSwitches(result, () => form.elements.preset.value);
    return switches.parts;
  });
  return [form];
}

export function houseRules(session) {
  const { record } = session;
  needStyle("styles/sheets.css");
  const rules = record.view.house_rules;
  const box = ask("House rules", record.isStoryteller ? setting(session, rules, () => box.close()) : reading(session, rules), { className: "editor house-editor" });
}
