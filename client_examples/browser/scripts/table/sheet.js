/** One's own sheet: what each system has on it, or how to come by a character. */
import { button, fill, h } from "../dom.js";
import { played } from "../system.js";

/**
 * @param {{create: () => void, contest: (mode: object) => void, chosen: () => string}} ways
 *   what the sheet's buttons lead to, and which of one's characters it shows
 */
export function sheet(session, { create, contest, chosen }) {
  const { record } = session;
  const element = h("section.panel.own-sheet.asks", { tabindex: -1, "aria-label": "Your character" });
  let shown;
  /** How the system shows a character: fetched with the first. */
  let looks;
  let coming;
  const fetchLooks = () => {
    coming ??= played.dialogs.sheet().then((part) => {
      looks = part;
      update();
    }).catch((problem) => {
      console.warn("The sheet could not be fetched:", problem);
      coming = undefined;
    });
  };
  const update = () => {
    const character = record.character(chosen());
    if (character && !looks) {
      fetchLooks();
      return;
    }
    const effects = record.effectsOn(chosen());
    const now = JSON.stringify([character, effects, record.view.members, record.role, record.view.house_rules, record.view.clocks]);
    if (now === shown) return;
    shown = now;
    if (!character) {
      fill(element, h("h2", "Your character"), h("p.hint", record.role === "spectator" ? "You are watching. What everyone may see appears in the log."
        : "No character plays for you yet. Bring one to the table, or ask your Storyteller for one."),
      record.role !== "spectator" && h("div.row", button("Create a character", create, "main")));
      return;
    }
    looks.fillSheet(element, session, character, { contest });
  };
  return { element, update };
}
