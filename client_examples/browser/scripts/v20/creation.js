/** The form for a new V20 character: fresh, or from a template, a copy or a file. */
import { actForm } from "../acts.js";
import { field, fill, h, needStyle, offer, read, stepper, text, tick } from "../dom.js";
import { beginning } from "../table/beginning.js";
import { creationOf, markingsOf } from "../table/character_file.js";
import { plain } from "../words.js";
import { sheetFields } from "./sheet_fields.js";
import { TEMPLATES } from "./templates.js";
import { bloodOf } from "./traits.js";

const KINDS = ["vampire", "ghoul", "mortal"];

/** @param {() => void} made called when the character is at the table */
export function creation(session, made) {
  needStyle("styles/sheets.css");
  const { record } = session;
  const kinds = offer(h("select", { name: "kind" }), KINDS.map((kind) => [kind, plain(kind)]), KINDS[0]);
  const owner = h("select", { name: "owner" });
  const forStoryteller = h("div.fields.wide", field("Played by", owner), tick("Hidden behind the screen", { name: "hidden" }));
  const morality = stepper("Humanity or Path", "morality", 7, 0, 10);
  const willpower = stepper("Willpower", "willpower", 5, 1, 10);
  const blood = stepper("Blood in the pool", "blood", "", 0, 99, "full");
  const place = h("div.stack");
  const dots = h("details.all-dots", h("summary", "The sheet: dots, Generation, specialties"), place);
  let fields;

  function fieldsOf(character) {
    fields = sheetFields(character);
    fill(place, fields.parts);
  }
  function draw() {
    fields.draw(kinds.value);
    blood.hidden = kinds.value !== "vampire";
    const most = bloodOf({ kind: "vampire", sheet: { generation: Number(form.elements.generation.value) } }, record.view.house_rules)?.pool ?? 99;
    form.elements.blood.max = most;
    form.elements.blood.placeholder = most === 99 ? "full" : `full, ${most}`;
  }
  function take(file) {
    const { trackers, sheet, traits } = file;
    fieldsOf({ kind: file.kind, traits, trackers, sheet });
    kinds.value = KINDS.includes(file.kind) ? file.kind : KINDS[0];
    const numbers = { name: file.name, clan: file.clan ?? "", morality: trackers.humanity ?? 7, willpower: trackers.willpower?.boxes ?? 5, blood: trackers.blood_pool ?? "" };
    for (const [name, value] of Object.entries(numbers)) form.elements[name].value = value;
    start.tell(`Brings its sheet${markingsOf(file, "").length ? ", and what is marked on it" : ""}.`);
    draw();
  }
  const start = beginning(session, TEMPLATES, { take, fresh: () => {
    form.reset();
    fieldsOf({ kind: kinds.value });
    draw();
  } });

  const form = actForm("Create the character", session, () => {
    const said = read(form);
    const { traits, sheet } = fields.said(form);
    const begun = start.base ? creationOf(start.base) : {};
    return { ...begun, type: "create_v20_character", name: said.name, kind: said.kind, clan: said.clan, owners: said.owner ? [said.owner] : [], hidden: "hidden" in said,
      traits: { ...begun.traits, ...traits }, sheet: withGeneration(sheet ?? begun.sheet ?? {}, said), morality: Number(said.morality), willpower: Number(said.willpower),
      ...(said.kind === "vampire" && said.blood !== "" ? { blood: Number(said.blood) } : { blood: undefined }) };
  }, async ({ created }) => {
    if (await start.mark(form, created)) made();
  }, start.element, field("Name", text("name", { required: true, "data-first": true })), h("div.fields.wide", field("Kind", kinds), field("Clan", text("clan"))),
  h("div.fields", morality, willpower, blood), dots, forStoryteller);
  const withGeneration = (sheet, { kind }) => (kind === "vampire" ? sheet : { ...sheet, generation: undefined });
  form.addEventListener("input", draw);
  fieldsOf({ kind: KINDS[0] });
  const update = () => {
    const { members } = record.view;
    forStoryteller.hidden = !record.isStoryteller;
    offer(owner, [["", "The Storyteller"], ...members.filter(({ role }) => role === "player").map(({ member, name }) => [member, name])]);
    start.update();
    draw();
  };
  return { element: form, update };
}
