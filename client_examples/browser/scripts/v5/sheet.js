/** A V5 character to look at and to change: large trackers that open their editor, and what it can do. */
import { button, fill, h, own } from "../dom.js";
import { marksOf } from "../marks.js";
import { actions } from "../table/actions.js";
import { beliefs, editTracker, wholeSheet } from "../table/editors.js";
import { effectList } from "../table/effects.js";
import { believedWords, sheetWords } from "../table/parts.js";
import { impairments, potencyWords, saying, SHOWN, stateChips } from "../table/trackers.js";
import { plain } from "../words.js";
import { describe } from "./words.js";

function trackerButton(session, character, name) {
  const { trackers } = character;
  const { house_rules } = session.record.view;
  const loses = impairments(trackers, house_rules).find(({ cause }) => cause === name)?.loses;
  const condition = trackers[name]?.condition;
  return h(`button.tracker.${name}`, { type: "button", "data-key": `tracker ${name}`, onclick: () => editTracker(session, character.character, name) },
  h("span.tracker-name", h("strong", plain(name)), h("span.hint", saying(name, trackers))),
  name === "blood_potency" ? h("span.hint", potencyWords(trackers[name], house_rules)) : h("span.tracker-marks", marksOf(name, trackers),
    condition ? h("span.chip.beast", condition === "torpor" ? "Torpor" : plain(condition)) : loses && h("span.chip.beast", `Impaired, ${loses}`)),
  h("span.unseen", "Change"));
}

/** One's own sheet, into its place. */
export function fillSheet(place, session, character, { contest }) {
  const { record } = session;
  const effects = record.effectsOn(character.character);
  const names = SHOWN.filter((each) => each in (character.trackers ?? {}));
  fill(place, h("header.sheet-head", h("div", h("h2.name", own(character.name)), h("p.hint", own(describe(record, character).replace(/you$/, "played by you")))),
    h("div.row.sheet-ways", button("Beliefs", () => beliefs(session, character.character)), button("Whole sheet", () => wholeSheet(session, character.character)))),
  h("div.trackers", names.map((name) => trackerButton(session, character, name)),
    h("div.tracker.effects-on", h("span.tracker-name", h("strong", "Effects"), h("span.hint", effects.length ? "" : "none")),
      effects.length ? effectList(record, character.character) : h("span.hint", "Nothing weighs on your pools."))),
  actions(session, character, contest));
}

/**
 * All that this viewer may know of a character, to look at.
 * @param {(effect: object) => Element} [control] what can be done about what holds it
 */
export function overview(record, character, control) {
  const { trackers = {} } = character;
  return h("div.overview", h("p.hint", own(describe(record, character))), h("div.chips", stateChips(trackers, true, record.view.house_rules)),
    record.effectsOn(character.character).length > 0 && effectList(record, character.character, control),
    SHOWN.filter((each) => each in trackers).map((each) =>
      h(`div.tracker.${each}`, h("p", h("strong", plain(each)), " ", h("span.hint", saying(each, trackers))), marksOf(each, trackers))),
    !Object.keys(trackers).length && h("p.hint", "Nothing of this character’s state is for you to see."),
    [...sheetWords(character), ...believedWords(character)].map((words) => h("p.hint", own(words))));
}

export { actions };
