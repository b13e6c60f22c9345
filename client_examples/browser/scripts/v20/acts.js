/** What can be done about a consequence of V20: damage is rolled by whoever hit, and soaked by whom it is dealt to. */
import { actButton, rolling } from "../acts.js";
import { h } from "../dom.js";

/** @returns {Element[]} buttons for this viewer; none where the consequence is somebody else’s */
export function proposalActs(session, { proposal, kind, character, damage, is_soaked }) {
  const { record } = session;
  if (!record.owns(character) && !record.isStoryteller) return [];
  if (kind === "attack_hit") {
    return [h("button", { type: "button", class: "bordered", "data-key": `damage ${proposal}`, onclick: () => session.roll({ damage: proposal, character }) }, "Roll damage…")];
  }
  // Aggravated damage is soaked by few, and the server knows who.
  return kind === "v20_damage" && !is_soaked && damage
    ? [rolling(actButton("Soak", session, () => ({ type: "roll_v20", character, kind: "soak", proposal, label: "Soak" }), `soak ${proposal}`, undefined, "bordered"))] : [];
}
