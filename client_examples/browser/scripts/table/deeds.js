/** What a character does with the Blood and against the Beast, each in a dialog that says first what it takes. */
import { actButton, actForm, rolling } from "../acts.js";
import { ask } from "../dialog.js";
import { button, field, fill, h, needStyle, offer, own, read, segments, stepper, text, tick } from "../dom.js";
import { markRow } from "../marks.js";
import { count, valueWords } from "../words.js";
import { byHand } from "./by_hand.js";
import { editTracker } from "./editors.js";
import { heldWords } from "./effects.js";
import { fed, mostOf, SOURCES, worthOf } from "./feeding.js";
import { healed, mendOf } from "./trackers.js";

const PROVOKED = [["fury", "Fury"], ["hunger", "Hunger"], ["terror", "Terror"]];
/** What the rules know to provoke the Beast, with its kind of frenzy and Difficulty. */
const PROVOCATIONS = [["", "Something else"], ["friend_killed", "A friend is killed: fury, 2"], ["loved_one_hurt", "A loved one is hurt: fury, 3"], ["loved_one_killed", "A loved one is killed: fury, 4"],
  ["harassed", "Somebody gets rough: fury, 2"], ["insulted", "An inferior insults: fury, 2"], ["humiliated", "Shamed in public: fury, 2"], ["blood_near", "Blood is near, from Hunger 4 on: hunger, 2"],
  ["blood_tasted", "Blood is tasted, from Hunger 4 on: hunger, 3"], ["hunger_past_five", "Hunger would pass 5: hunger, 4"], ["bonfire", "A bonfire close by: terror, 2"], ["burning_house", "The house burns: terror, 3"],
  ["burned", "Burned: terror, 2"], ["obscured_sunlight", "Dimmed sunlight: terror, 3"], ["direct_sunlight", "Direct sunlight: terror, 4"]];
const CHECKS = { superficial: 1, aggravated: 3 };
const reason = () => field("Reason, for the log", text("note", { maxlength: 500 }));

/**
 * A dialog with one form, whose dice may have been rolled by hand.
 * @param {string} words on its button
 * @param {?(said: object) => [string, ?number][]} needs which faces it takes, null where the server alone knows how many; null for no dice
 * @param {(said: object, form: Element) => void} [look] draws what the form says, whenever it says something else
 */
function deed(session, title, words, needs, request, parts, look = () => {}) {
  needStyle("styles/sheets.css");
  const hand = needs && byHand(session);
  const form = actForm(words, session, () => ({ ...request(read(form)), ...(hand?.entered() && { entered: hand.entered() }) }), () => box.close(), parts, hand?.parts);
  if (needs) rolling(form);
  const draw = () => {
    look(read(form), form);
    hand?.draw(needs(read(form)));
  };
  form.addEventListener("input", draw);
  draw();
  const box = ask(title, [form], { className: "editor" });
  return box;
}

export function frenzy(session, character) {
  const kinds = segments("What provokes the Beast", "kind", PROVOKED);
  const box = deed(session, "Frenzy", "Test for frenzy", () => [["regular", null]],
    ({ provocation, kind, difficulty }) => ({ type: "test_frenzy", character, ...(provocation ? { provocation, ...(difficulty && { difficulty: Number(difficulty) }) } : { kind, difficulty: Number(difficulty || 3) }) }),
    [field("What happens", offer(h("select", { name: "provocation" }), PROVOCATIONS)), kinds, stepper("Difficulty", "difficulty", "", 1, 20, "usual")], ({ provocation }, form) => {
      kinds.hidden = Boolean(provocation);
      form.elements.difficulty.placeholder = provocation ? "usual" : "3";
    });
  const form = box.querySelector("form");
  form.append(actButton("Ride the wave: give in without a roll", session, () => ({ type: "ride_wave", character, kind: read(form).kind }), "ride", () => box.close(), "quiet"));
}

export const rouse = (session, character, title) => deed(session, title, "Rouse", () => [["rouse", null]],
  ({ power_level, label, oblivion, forced }) => ({ type: "rouse", character, label, ...(power_level && { power_level: Number(power_level) }), ...(oblivion && { oblivion: true }), ...(forced && { forced: true }) }),
  [field("What for", text("label", { placeholder: "A power, a feat …" })), stepper("Level of the power", "power_level", "", 1, 5, "none"), tick("A power of Oblivion: a 1 or a 10 brings a Stain", { name: "oblivion" }),
    session.record.isStoryteller && tick("There is no choice: rolled at Hunger 5 too", { name: "forced" })].filter(Boolean));

export const remorse = (session, character) => deed(session, "Remorse", "Test Remorse", () => [["regular", null]], () => ({ type: "test_remorse", character }), []);

/** Now and after, in marks and in words. */
const becomes = (name, before, after) => h("div.becomes", h("span.hint", "Now"), h("span.preview-value", markRow(name, before), h("span", valueWords(before))),
  h("span.hint", "After"), h("span.preview-value", markRow(name, after), h("span", valueWords(after))));

export function mend(session, character) {
  const { name, trackers: { health = { boxes: 1 }, blood_potency = 0, hunger = 0 } = {} } = session.record.character(character);
  const clock = (which) => session.record.view.clocks.some((each) => each.clock === which);
  const byTheHand = button("Heal by hand…", () => {
    box.close();
    editTracker(session, character, "health", { way: "heal" });
  }, "quiet");
  const place = h("div.stack");
  const waking = tick("On waking, where passing Hunger 5 is torpor", { name: "at_waking" });
  const box = deed(session, ["Mend · ", own(name)], "Mend", ({ kind }) => [["rouse", CHECKS[kind]]],
    ({ kind, at_waking, note }) => ({ type: "mend", character, kind, note, ...(at_waking && kind === "aggravated" && { at_waking: true }) }),
    [segments("What is mended", "kind", [["superficial", "Superficial"], ["aggravated", "Aggravated"]], health.superficial || !health.aggravated ? "superficial" : "aggravated"),
      place, waking, reason(), h("div", byTheHand)],
    ({ kind }, form) => {
      const most = Math.min(health[kind] ?? 0, kind === "superficial" ? mendOf(blood_potency) : 1);
      waking.hidden = kind !== "aggravated";
      fill(place, h("p", kind === "superficial" ? `One Rouse check mends up to ${count(mendOf(blood_potency), "point")} at this Blood Potency, whatever it says: once a turn.`
        : "Three Rouse checks mend one point, whatever they say: once a night."),
      !clock(kind === "superficial" ? "turn" : "night") && h("p.hint", `No ${kind === "superficial" ? "turn" : "night"} is counted now, so the table minds that itself.`),
      most ? becomes("health", health, { ...healed(health, kind, most), is_impaired: undefined, condition: undefined }) : h("p.hint", `There is no ${kind === "superficial" ? "Superficial" : "Aggravated"} damage.`),
      hunger === 5 && h("p.hint", "At Hunger 5 nobody chooses to Rouse, unless the house rules allow it."));
      const submit = form.querySelector("button.main");
      if (!submit.dataset.busy) submit.textContent = most ? `Mend ${most} ${kind === "superficial" ? "Superficial" : "Aggravated"}` : "Mend";
    });
}

/** What ends when a character drinks: its resonance, and the Compulsion that Hunger is. */
const endsByDrinking = (record, character, slaked) => record.effectsOn(character)
  .filter(({ kind, name }) => kind === "resonance" || (slaked && kind === "compulsion" && name.toLowerCase() === "hunger"));

export function feed(session, character) {
  const { record } = session;
  const { name } = record.character(character);
  const now = () => record.character(character)?.trackers ?? {};
  const worth = (source) => {
    const most = mostOf(source);
    return most === null ? "all Hunger" : `${worthOf(source, most, now().blood_potency ?? 0, record.view.house_rules)} Hunger`;
  };
  const sources = h("fieldset.sources", h("legend.caption", "Where the blood comes from"), SOURCES.map(([source, words], i) =>
    h("label", h("input", { type: "radio", name: "source", value: source, checked: !i }), h("span", words), h("small", worth(source)))));
  const amount = stepper("How much of it", "amount", "", 1, 4, "all");
  const place = h("div.stack");
  const box = deed(session, ["Feed · ", own(name)], "Feed", null,
    ({ source, amount: drunk, note }) => ({ type: "feed", character, source, note, ...(drunk && mostOf(source) > 1 && { amount: Number(drunk) }) }),
    [sources, amount, place, reason(), h("div", button("Set Hunger by hand…", () => {
      box.close();
      editTracker(session, character, "hunger");
    }, "quiet"))],
    ({ source, amount: drunk }, form) => {
      const most = mostOf(source);
      amount.hidden = !(most > 1);
      const input = amount.querySelector("input");
      input.max = most ?? 1;
      const { hunger, blood_potency } = now();
      const submit = form.querySelector("button.main");
      if (hunger === undefined) {
        fill(place, h("p.hint", "Hunger is not yours to see: the Storyteller sees what it comes to."));
        return;
      }
      const { after, floor } = fed(source, { hunger, blood_potency }, record.view.house_rules, amount.hidden || !drunk ? undefined : Math.min(most, Number(drunk)));
      const ends = endsByDrinking(record, character, hunger > after);
      fill(place, becomes("hunger", hunger, after), after === hunger && hunger > floor && h("p.hint", "Such blood is worth nothing at this Blood Potency."),
        after > 0 && after === floor && h("p.hint", `Without a death Hunger stops at ${floor}.`),
        ends.map((each) => h("p.hint", "Ends with it: ", heldWords(each))));
      if (!submit.dataset.busy) submit.textContent = after < hunger ? `Feed: Hunger ${hunger} to ${after}` : "Feed";
    });
}

export function wake(session, character) {
  const { name, trackers: { hunger } = {} } = session.record.character(character);
  const blush = session.record.effectsOn(character).filter(({ kind }) => kind === "blush");
  deed(session, ["Wake · ", own(name)], "Wake", () => [["rouse", 1]], () => ({ type: "wake", character }), [
    h("p", "The evening’s Rouse check, which nobody may decline: failed, Hunger rises by one."),
    hunger === 5 && h("p", h("strong", "Hunger is 5: failed, it means torpor.")), blush.length > 0 && h("p.hint", "The Blush of Life ends with it.")].filter(Boolean));
}

/** Whom the Blood makes look alive, and for how many dice: 0 for who needs none. */
export const blushDice = (kind, humanity) => (kind === "thin_blood" || humanity >= 9 ? 0 : humanity === 8 ? 2 : 1);

export function blush(session, character) {
  const { name, kind, trackers: { humanity = 7, hunger } = {} } = session.record.character(character);
  const dice = blushDice(kind, humanity);
  deed(session, ["Blush of Life · ", own(name)], "Rouse for the Blush of Life", () => [["rouse", dice]], () => ({ type: "blush", character }), [
    h("p", dice ? `To look alive until the scene ends: ${dice === 2 ? "at Humanity 8 the better of two dice" : "one Rouse check"}.` : "This character looks alive without it."),
    dice > 0 && humanity < 7 && h("p.hint", "At this Humanity the Storyteller may still ask for more to pass as human."),
    hunger === 5 && h("p.hint", "At Hunger 5 nobody chooses to Rouse, unless the house rules allow it.")].filter(Boolean));
}

export function compulsion(session, character) {
  const { name, clan } = session.record.character(character);
  deed(session, ["Compulsion · ", own(name)], "Roll which Compulsion comes", () => [["regular", null]], () => ({ type: "roll_compulsion", character }), [
    h("p", "One die: 1 to 3 Hunger, 4 and 5 Dominance, 6 and 7 Harm, 8 and 9 Paranoia, 10 the clan’s own."),
    h("p.hint", clan ? ["Clan: ", own(clan), "."] : "Without a clan a 10 is rolled again.", " It holds the character until it ends.")]);
}

const MOODS = [["", "Not known: a die says it"], ["phlegmatic", "Phlegmatic"], ["melancholic", "Melancholic"], ["choleric", "Choleric"], ["sanguine", "Sanguine"],
  ["animal", "An animal’s"], ["empty", "Empty"]];
export function resonance(session, character) {
  const { name } = session.record.character(character);
  deed(session, ["Resonance · ", own(name)], "Roll the resonance", () => [["regular", null]],
    ({ mood }) => ({ type: "roll_resonance", character, ...(mood && { resonance: mood }) }),
    [h("p", "What mood is in the blood, and how strong: an intense or acute one adds a die to its Disciplines until the next feeding or Hunger 5."),
      field("The mood", offer(h("select", { name: "mood" }), MOODS))]);
}
