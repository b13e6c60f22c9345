/** One's own sheet: large trackers that open their editor, and what the character can do. */
import { button, fill, h, own } from "../dom.js";
import { game } from "../system.js";
import { plain } from "../words.js";
import { actions } from "./actions.js";
import { describe } from "./cards.js";
import { effectList } from "./effects.js";
import { editTracker, wholeSheet } from "./editors.js";
import { impairments, marksOf, potencyWords, saying, SHOWN } from "./trackers.js";

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

/**
 * @param {{create: () => void, contest: (mode: object) => void, chosen: () => string}} ways
 *   what the sheet's buttons lead to, and which of one's characters it shows
 */
export function sheet(session, { create, contest, chosen }) {
  const { record } = session;
  const element = h("section.panel.own-sheet.asks", { tabindex: -1, "aria-label": "Your character" });
  let shown;
  const update = () => {
    const character = record.character(chosen());
    const effects = record.effectsOn(chosen());
    const now = JSON.stringify([character, effects, record.view.members, record.role, record.view.house_rules]);
    if (now === shown) return;
    shown = now;
    if (!character) {
      fill(element, h("h2", "Your character"), h("p.hint", record.role === "spectator" ? "You are watching. What everyone may see appears in the log."
        : "No character plays for you yet. Bring one to the table, or ask your Storyteller for one."),
      record.role !== "spectator" && h("div.row", button("Create a character", create, "main")));
      return;
    }
    if (game) {
      game.fillSheet(element, session, character, { contest });
      return;
    }
    const names = SHOWN.filter((each) => each in (character.trackers ?? {}));
    fill(element, h("header.sheet-head", h("div", h("h2.name", own(character.name)), h("p.hint", own(describe(record, character).replace(/you$/, "played by you")))),
      button("Whole sheet", () => wholeSheet(session, character.character))),
    h("div.trackers", names.map((name) => trackerButton(session, character, name)),
      h("div.tracker.effects-on", h("span.tracker-name", h("strong", "Effects"), h("span.hint", effects.length ? "" : "none")),
        effects.length ? effectList(record, character.character) : h("span.hint", "Nothing weighs on your pools."))),
    actions(session, character, contest));
  };
  return { element, update };
}
