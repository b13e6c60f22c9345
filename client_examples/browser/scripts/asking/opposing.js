/** A hidden opponent of a roll that others see: rolled behind the screen, told as far as its Storyteller wants. */
import { actForm } from "../acts.js";
import { field, h, needStyle, offer, read, stepper, text, tick } from "../dom.js";
import { plain } from "../words.js";

needStyle("styles/asking.css");

const UNSEEN = "Opposed by somebody unseen.";

/** The form, for a roll of *character* that stands or stood. */
export function opposingForm(session, { roll, character, receipt }, isJudged, after) {
  const { record } = session;
  const able = record.view.characters.filter((each) => each.character !== character);
  const sorted = [...able].sort((a, b) => Number(Boolean(b.hidden)) - Number(Boolean(a.hidden)));
  const who = offer(h("select", { name: "character" }), sorted.map((each) => [each.character, each.name]));
  const conflict = offer(h("select", { name: "conflict" }), ["physical", "social", "mental"].map((each) => [each, plain(each)]));
  const tells = tick("Tell whether the roll is won", { name: "tells" });
  const unseen = tick("Say that somebody unseen opposed it", { name: "unseen" });
  const mayTell = !receipt.difficulty && !isJudged;
  tells.hidden = !mayTell;
  unseen.hidden = true;
  tells.firstChild.addEventListener("change", ({ target }) => { unseen.hidden = !target.checked; });
  const form = actForm("Oppose it in secret", session, () => {
    const said = read(form);
    const isTold = mayTell && "tells" in said;
    return { type: "open_contest", opposes: roll, against: character, character: said.character, conflict: said.conflict, visibility: "secret",
      pool: Number(said.pool), label: said.label, weapon: Number(said.weapon), told: isTold ? "verdict" : "storytellers", ...(isTold && "unseen" in said && { note: UNSEEN }) };
  }, after, field("Who opposes it", who), h("div.what.two", field("What for", text("label", { placeholder: "Dexterity + Stealth" })), stepper("Dice", "pool", 5, 1, 40)),
  h("div.what.two", field("Conflict", conflict), stepper("Weapon", "weapon", 0, 0, 10)), tells, unseen, h("p.hint", "Nobody else learns that anything opposed it, unless you say so."));
  form.classList.add("judging");
  return form;
}
