/** What holds a character: as chips, as a list that says when it applies and how it ends, and on a pool. */
import { h, own, stepper, tick } from "../dom.js";
import { game } from "../system.js";

export const signed = (n) => (n > 0 ? `+${n}` : String(n).replace("-", "−"));
const diceOf = ({ penalty, bonus }) => (penalty || bonus ? [" ", h("b", signed(penalty || bonus))] : []);
/** The name of an effect, with what kind of thing it is where the name does not say that, and what it takes. */
export const heldWords = (effect) => [
  h("span", own({ compulsion: `Compulsion: ${effect.name}`, resonance: `Resonance: ${effect.name}` }[effect.kind] ?? effect.name), game?.soFar(effect) ?? ""), ...diceOf(effect)];

const chip = (effect, words = effect.name === "Hunger" ? heldWords(effect) : [own(effect.name), ...diceOf(effect)]) =>
  h(`span.chip.held.${effect.penalty || ["frenzy", "torpor"].includes(effect.kind) ? "beast" : "plain"}`, words);

/** Small chips for cards. */
export const effectChips = (record, id) => record.effectsOn(id).filter(({ initiative }) => !initiative).map((each) => chip(each));

/** When it weighs, in words. */
export const whenWords = ({ applies, traits = [], penalty, bonus }) =>
  (applies ? own(applies) : penalty || bonus ? traits.length ? `On pools with ${traits.join(" or ")}.` : "On every pool." : "");
/** What ends it, in words; its clock too where they do not say so. */
export const endWords = ({ ends = "", until }) => [ends && ["Ends: ", own(ends)],
  until && !ends.toLowerCase().includes(`the ${until} ends`) && `${ends ? " Or when" : "Ends when"} the ${until} ends.`].filter(Boolean).flat();

/** All of it in one small line. */
export const aboutEffect = (effect) => h("small", effect.penalty || effect.bonus ? `${signed(effect.penalty || effect.bonus)}. ` : "", whenWords(effect), " ", endWords(effect));

/** @param {(effect: object) => Element} [control] what can be done about each */
export const effectList = (record, id, control) => h("ul.effects", record.effectsOn(id).map((each) =>
  h("li", chip(each, heldWords(each)), h("p.hint", whenWords(each), " ", endWords(each)), control?.(each))));

/** A Compulsion that weighs less on what is done again, unless a Storyteller gave it another number. */
const eases = ({ kind, name, penalty }) => kind === "compulsion" && name.trim().toLowerCase() === "perfectionism" && penalty === -2;
/** What frenzy gives against control of the mind. */
const UNLED = 3;

/**
 * What the state of a character makes worth asking about its pool: how often it did the same before, and whether it
 * resists control of its mind.
 */
export function stateFields() {
  const repeats = stepper("Done before", "repeats", 0, 0, 9);
  const control = tick("Against control of the mind", { name: "against_control" });
  const element = h("div.fields.states", repeats, control);
  return { element,
    /** @returns {object} what the intent takes, of what is asked about this character */
    look(record, id) {
      const held = id ? record.effectsOn(id) : [];
      repeats.hidden = !held.some(eases);
      control.hidden = !held.some(({ kind }) => kind === "frenzy");
      element.hidden = repeats.hidden && control.hidden;
      const times = Number(repeats.querySelector("input").value);
      return { ...(!repeats.hidden && times && { repeats: times }), ...(!control.hidden && control.firstChild.checked && { against_control: true }) };
    },
    clear() {
      repeats.querySelector("input").value = 0;
      control.firstChild.checked = false;
    } };
}

const lower = (names) => names.map((name) => name.trim().toLowerCase());
/**
 * What weighs on a pool of a character, as the server will have it.
 * @param {?string[]} names the traits that the pool is asked for by; null for a mere number of dice
 * @param {string[]} struck effects that are said not to count here
 * @param {{repeats?: number, against_control?: boolean}} asked what else was said of the pool
 * @returns {{all: object[], dice: number, isRaging: boolean}} those that weigh or were struck, what they take or
 *   give, and whether the character is in frenzy, where no wound hinders
 */
export function weighing(record, id, names, struck, { repeats = 0, against_control } = {}) {
  const held = record.effectsOn(id);
  // What helps does so for the traits that were asked for; of a mere number of dice every trait may be in it.
  const all = held.filter(({ penalty, bonus, traits = [] }) => (penalty || (bonus && names))
    && (!names || !traits.length || lower(traits).some((each) => lower(names).includes(each))));
  const counted = all.filter(({ effect }) => !struck.includes(effect));
  const sum = (those) => those.reduce((dice, { penalty = 0, bonus = 0 }) => dice + (bonus || penalty), 0);
  const compulsions = counted.filter(({ kind }) => kind === "compulsion");
  // Of several Compulsions the heaviest weighs.
  return { all, dice: sum(counted.filter(({ kind }) => kind !== "compulsion")) + Math.min(0, ...compulsions.map((each) => Math.min(0, (each.penalty ?? 0) + (eases(each) ? repeats : 0)))) + (against_control ? UNLED : 0),
    isRaging: held.some(({ kind }) => ["frenzy", "steeled"].includes(kind)) };
}

/**
 * Ticks that say of what weighs on a pool that it does not count here. A Storyteller may strike all of
 * it, others what has a condition.
 * @param {number} impaired dice that impairment takes
 */
export const strikes = (record, all, impaired, struck) => {
  const line = (value, words, about, may) => (may
    ? h("label.tick", h("input", { type: "checkbox", name: "strike", value, checked: struck.includes(value), "data-key": `strike ${value}` }),
      h("span", "Does not count here: ", words, " ", h("small", about)))
    : h("p.hint", words, " ", about));
  return [impaired || struck.includes("impairment") ? record.isStoryteller && line("impairment", "impairment", "", true) : "",
    ...all.map((each) => line(each.effect, heldWords(each), whenWords(each), record.isStoryteller || each.conditional))].filter(Boolean);
};
