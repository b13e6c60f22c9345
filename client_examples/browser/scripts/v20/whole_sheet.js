/** The V20 sheet as a whole: who it is, every dot, Virtues, specialties, and who sees which tracker. */
import { actForm } from "../acts.js";
import { ask } from "../dialog.js";
import { field, h, needStyle, read, text } from "../dom.js";
import { afterSheet } from "../table/whole_sheet.js";
import { count } from "../words.js";
import { sheetFields } from "./sheet_fields.js";

/**
 * Open the sheet of a character that this viewer plays, or that a Storyteller looks after.
 * @param {string} [at] the head of the part to begin with
 */
export function wholeSheet(session, id, at) {
  needStyle("styles/sheets.css");
  const character = session.record.character(id);
  const { name, clan = "" } = character;
  const fields = sheetFields(character);
  /** What was changed, as the request for it has it. */
  function changed() {
    const said = read(form);
    const { traits, sheet } = fields.said(form);
    return { ...(said.name.trim() !== name && { name: said.name.trim() }), ...(said.clan.trim() !== clan && { clan: said.clan.trim() }),
      ...(Object.keys(traits).length && { traits }), ...(sheet && { sheet }) };
  }
  const form = actForm("Save the sheet", session, () => ({ type: "edit_character", character: id, ...changed() }), () => box.close(),
    h("div.fields.wide", field("Name", text("name", { required: true, value: name })), field("Clan", text("clan", { value: clan }))), fields.parts);
  form.classList.add("v20-sheet-form");
  const save = form.querySelector("button.main");
  const draw = () => {
    const { traits = {}, ...others } = changed();
    const n = Object.keys(traits).length + Object.keys(others).length;
    save.disabled = !n;
    if (!save.dataset.busy) save.textContent = n ? `Save ${count(n, "change")} of the sheet` : "Nothing changed yet";
  };
  form.addEventListener("input", draw);
  draw();
  const box = ask("Whole sheet", [form, ...afterSheet(session, id)], { className: "editor sheet-editor" });
  const head = at && [...box.querySelectorAll("h3")].find(({ textContent }) => textContent === at);
  head?.focus();
  head?.scrollIntoView({ block: "start" });
}
