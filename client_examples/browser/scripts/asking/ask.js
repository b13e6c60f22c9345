/** The Storyteller asks for a roll: of whom, for what, against which Difficulty, and who learns of what. */
import { actForm } from "../acts.js";
import { dialog } from "../dialog.js";
import { field, fill, h, needStyle, own, read, segments, stepper, text, tick } from "../dom.js";
import { game } from "../system.js";
import { hiding } from "../table/hiding.js";
import { listed } from "../words.js";

needStyle("styles/asking.css");

const WHO_SEES = [["", "As they like"], ["public", "Public"], ["private", "Private"], ["blind", "Blind"], ["secret", "Secret"]];
const TOLD = [["all", "Everyone"], ["verdict", "Won or lost"], ["storytellers", "Storytellers"]];
const TIMES = [["", "No end"], ["60", "1 minute"], ["120", "2 minutes"], ["300", "5 minutes"], ["900", "15 minutes"]];
const WORDS = { "": "Each answer is as visible as whoever rolls wants it.", public: "Everyone sees request and answers.", private: "Each player sees only the own request, and the own roll.",
  blind: "They roll and see no dice; everyone learns that they rolled.", secret: "They roll and see no dice; nobody else learns anything." };

/** @returns {{open: () => void, update: () => void}} */
export function asking(session) {
  const { record } = session;
  const whom = h("fieldset.whom", h("legend.caption", "Whom"));
  const traits = text("traits", { placeholder: "Resolve + Awareness" });
  const dice = stepper("or dice", "pool", "", 1, 40, "–");
  const difficulty = stepper("Difficulty", "difficulty", "", 1, game ? 10 : 99, "–");
  const told = segments("Who learns the Difficulty", "told", TOLD);
  const sees = segments("Who sees the roll", "visibility", WHO_SEES);
  const veil = hiding();
  const hint = h("p.hint");
  const time = h("select", { name: "lasts_s" }, TIMES.map(([value, words]) => h("option", { value }, words)));
  const note = text("note", { placeholder: "What happens" });
  const chosen = () => [...whom.querySelectorAll("input:checked")].map(({ value }) => value);
  told.hidden = Boolean(game);

  const form = actForm("Ask for the roll", session, () => {
    const said = read(form);
    const names = said.traits.split("+").map((name) => name.trim()).filter(Boolean);
    return { type: "request_roll", characters: chosen(), traits: names.length ? names : undefined, pool: names.length ? undefined : Number(said.pool) || undefined,
      label: names.join(" + "), difficulty: Number(said.difficulty) || undefined, told: said.difficulty && !game ? said.told : undefined,
      visibility: said.visibility || undefined, lasts_s: Number(said.lasts_s) || undefined, note: said.note, ...(veil.isOn() && { hide_pool: true }) };
  }, () => { veil.clear(); box.close(); }, whom, h("div.what", field("Traits", traits), dice, difficulty), told, sees, veil.element, hint, h("div.what.two", field("Time to answer", time), field("Note", note)));
  form.classList.add("asking");
  const box = dialog("Ask for a roll", [form], { className: "asking-dialog" });

  let offered;
  function update() {
    const asked = record.view.characters.filter(({ hidden, owners = [] }) => !hidden && owners.some((owner) => record.member(owner)));
    const now = JSON.stringify(asked.map(({ character, name }) => [character, name]));
    if (now !== offered) {
      const before = offered && chosen();
      offered = now;
      fill(whom, h("legend.caption", "Whom"), asked.length ? h("div.row", asked.map(({ character, name }) =>
        tick(own(name), { value: character, checked: before ? before.includes(character) : true, "data-key": `ask ${character}` }))) : h("p.hint", "Nobody at the table plays a character yet."));
    }
    draw();
  }
  function draw() {
    const { visibility = "" } = read(form);
    veil.draw(visibility || "public", true);
    hint.textContent = veil.isOn() ? "Each player and you see the dice; the others learn what comes of them. Nobody else sees the request." : WORDS[visibility];
    const names = chosen().map((id) => record.nameOf(id));
    const control = form.querySelector("button.main");
    if (!control.dataset.busy) control.textContent = names.length > 1 ? `Ask ${names.length} for a roll` : names.length ? `Ask ${listed(names)} for a roll` : "Ask for the roll";
  }
  form.addEventListener("input", draw);
  return { update, open: () => box.reveal() };
}
