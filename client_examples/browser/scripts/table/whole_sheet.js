/** The sheet as a whole: name and clan, dots to set, what is counted and never rolled, and who sees which tracker. */
import { actButton, actForm } from "../acts.js";
import { ask, wanted } from "../dialog.js";
import { button, field, fill, h, needStyle, offer, own, read, stepper, svg, text } from "../dom.js";
import { count, plain } from "../words.js";
import { fileOf } from "./character_file.js";
import { ATTRIBUTES, COUNTED, DISCIPLINES, SKILLS, traitName } from "./parts.js";
import { handOn, standIn } from "./playing.js";

const AUDIENCES = ["table", "owner", "storytellers"];
const USUAL_DOTS = 5;
/** Beyond so many, dots are a number. */
const MOST_DOTS = 10;
const MOST = 9999;
const GROUPS = ["Physical", "Social", "Mental"];

const inThree = (names) => GROUPS.map((group, i) => [group, names.slice(i * names.length / 3, (i + 1) * names.length / 3)]);

const circle = (isOn) => svg("svg", { class: "mark", viewBox: "0 0 16 16", "aria-hidden": "true" }, svg("circle", { cx: 8, cy: 8, r: isOn ? 6.6 : 6.2, class: isOn ? "bone" : "edge" }));

/** A row of dots: a slider, each of whose places is one of them; the first place is none. */
export function dots(name, value, most = USUAL_DOTS) {
  const max = Math.max(most, value);
  const marks = h("span.dot-marks");
  const number = h("b", { "aria-hidden": "true" });
  const input = h("input", { type: "range", name: `trait ${name}`, min: 0, max, value, "aria-label": name });
  const draw = () => {
    const n = Number(input.value);
    fill(marks, Array.from({ length: max }, (_, i) => circle(i < n)));
    number.textContent = n || "–";
    input.setAttribute("aria-valuetext", n ? count(n, "dot") : "none");
  };
  input.addEventListener("input", draw);
  draw();
  const row = h("span.dots", marks, input);
  row.style.setProperty("--places", max + 1);
  return h("div.trait", h("span.trait-name", { "aria-hidden": "true" }, own(name)), row, number);
}

const control = (name, value) => (value > MOST_DOTS ? stepper(name, `trait ${name}`, value, 0, MOST) : dots(name, value));
const group = (title, names, valueOf) => h("section.trait-group", title && h("h4", title), names.map((name) => control(name, valueOf(name))));

/** The dots: only what was changed is asked for. */
function traitForm(session, id, done) {
  const { traits: before = {} } = session.record.character(id);
  const keyOf = (name) => Object.keys(before).find((key) => key.toLowerCase() === name.toLowerCase()) ?? name;
  const valueOf = (name) => before[keyOf(name)] ?? 0;
  const named = [...ATTRIBUTES, ...SKILLS, ...DISCIPLINES].map((name) => name.toLowerCase());
  const ours = Object.keys(before).filter((key) => !named.includes(key.toLowerCase()) && !COUNTED.includes(key.toLowerCase()) && before[key]).map(traitName);
  const others = h("div.trait-group");
  const add = text("new_trait", { maxlength: 40, "aria-label": "Name of another trait" });
  const adding = button("Add it", () => {
    const name = add.value.trim();
    const isThere = [...form.elements].some((each) => each.name.toLowerCase() === `trait ${name}`.toLowerCase());
    if (!name || isThere) {
      add.focus();
      return;
    }
    others.append(dots(traitName(name), 0));
    add.value = "";
    others.lastChild.querySelector("input").focus();
  });
  add.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    adding.click();
  });
  const changed = () => Object.fromEntries(Object.entries(read(form)).filter(([name]) => name.startsWith("trait "))
    .map(([name, value]) => [keyOf(name.slice(6)), Number(value)]).filter(([key, value]) => value !== (before[key] ?? 0)));
  const form = actForm("Save the sheet", session, () => ({ type: "edit_character", character: id, traits: changed() }), done,
    h("h3", "Attributes"), h("div.trait-groups", inThree(ATTRIBUTES).map(([title, names]) => group(title, names, valueOf))),
    h("h3", "Skills"), h("div.trait-groups", inThree(SKILLS).map(([title, names]) => group(title, names, valueOf))),
    h("h3", "Disciplines"), h("div.trait-groups", inThree(DISCIPLINES).map(([, names]) => group("", names, valueOf))),
    h("h3", "Specialties and other traits"), others, h("div.row.add-trait", add, adding),
    h("h3", "Counted, never rolled"), h("div.fields", COUNTED.filter((name) => name !== "experience" || valueOf(name)).map((name) => stepper(plain(name), `trait ${name}`, valueOf(name), 0, MOST))));
  fill(others, ours.map((name) => control(name, valueOf(name))));
  const save = form.querySelector("button.main");
  const draw = () => {
    const n = Object.keys(changed()).length;
    save.disabled = !n;
    if (!save.dataset.busy) save.textContent = n ? `Save ${count(n, "change")} of the sheet` : "Nothing changed yet";
  };
  form.addEventListener("input", draw);
  draw();
  return form;
}

/** Who sees each tracker of a character; a Storyteller may set it. */
function audiencesOf(session, id) {
  const { record } = session;
  return Object.entries(record.character(id).audiences ?? {}).map(([tracker, audience]) => {
    if (!record.isStoryteller) return h("div", h("dt", plain(tracker)), h("dd", plain(audience)));
    const choice = offer(h("select", { "aria-label": `Who sees ${plain(tracker)}` }), AUDIENCES.map((each) => [each, plain(each)]), audience);
    return h("div.asks", h("dt", plain(tracker)), h("dd.row", choice,
      actButton("Set", session, () => ({ type: "set_tracker_audience", character: id, tracker, audience: choice.value }), `audience ${tracker}`)));
  });
}

/** Who plays it, for whoever may change that; drawn anew with what happens while it is open. */
function whoPlays(session, id) {
  const place = h("div.stack");
  let shown;
  const draw = () => {
    const { record } = session;
    const known = record.character(id);
    const now = JSON.stringify([known?.owners, known?.stand_in, record.view.members, record.view.proposals]);
    if (!known || now === shown) return;
    shown = now;
    const parts = [...standIn(session, id), ...handOn(session, id)];
    fill(place, parts.length > 0 && h("h3", "Who plays it"), parts);
  };
  const changed = () => (place.isConnected ? draw() : session.removeEventListener("change", changed));
  draw();
  requestAnimationFrame(() => session.addEventListener("change", changed));
  return place;
}

/** What stands below the dots: who plays it, who sees what, and the way to a file. */
export function afterSheet(session, id) {
  const { record } = session;
  const seen = audiencesOf(session, id);
  const keep = () => wanted(() => import("../replay/export.js"), ({ save }) =>
    save(record.character(id).name, "json", "application/json", `${JSON.stringify(fileOf(record.character(id), record.view.system), null, 2)}\n`));
  return [whoPlays(session, id), seen.length > 0 && [h("h3", "Who sees it"), h("dl.facts", seen), !record.isStoryteller && h("p.hint", "A Storyteller can change this.")],
    h("div.row", button("Save as a file", keep), h("p.hint", "To keep, or to bring to another table: New character, Start from a file."))].flat(2).filter(Boolean);
}

/** Open the sheet of a character that this viewer plays, or that a Storyteller looks after. */
export function wholeSheet(session, id) {
  needStyle("styles/sheets.css");
  const { record } = session;
  const { name, clan = "" } = record.character(id);
  const naming = actForm("Save name and clan", session, () => {
    const said = read(naming);
    return { type: "edit_character", character: id, name: said.name.trim(), clan: said.clan.trim() };
  }, () => box.close(), field("Name", text("name", { required: true, value: name })), field("Clan", text("clan", { value: clan })));
  naming.classList.add("naming");
  const box = ask("Whole sheet", [naming, traitForm(session, id, () => box.close()), ...afterSheet(session, id)], { className: "editor sheet-editor" });
}
