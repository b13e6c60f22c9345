/** The form for a new character: fresh, or from a template, a copy or a file. */
import { actForm, refuse } from "../acts.js";
import { field, h, offer, read, stepper, text, tick } from "../dom.js";
import { count, plain } from "../words.js";
import { copyOf, creationOf, dotsOfFile, markingsOf, readFile, TEMPLATES } from "./character_file.js";

const KINDS = ["vampire", "thin_blood", "ghoul", "mortal"];
const DOTS = { stamina: 2, composure: 2, resolve: 2, humanity: 7, blood_potency: 1, hunger: 1 };
const ONLY_FOR = { blood_potency: ["vampire"], hunger: ["vampire", "thin_blood"] };

/** @param {() => void} made called when the character is at the table */
export function creation(session, made) {
  const { record } = session;
  const kinds = offer(h("select", { name: "kind" }), KINDS.map((kind) => [kind, plain(kind)]), KINDS[0]);
  const has = (name) => ONLY_FOR[name]?.includes(kinds.value) ?? true;
  const dots = Object.entries(DOTS).map(([name, value]) => [name, stepper(plain(name), name, value, 0, name === "hunger" ? 5 : 10)]);
  const owner = h("select", { name: "owner" });
  const forStoryteller = h("div.fields.wide", field("Played by", owner), tick("Hidden behind the screen", { name: "hidden" }));
  const draw = () => dots.forEach(([name, control]) => { control.hidden = !has(name); });

  /** What the form began with, beyond what it shows. */
  let base = null;
  const from = h("select", { name: "from" });
  const chooser = h("input", { type: "file", accept: ".json,application/json", hidden: true, "aria-label": "The file of a character" });
  const told = h("p.hint", { hidden: true });
  const tell = (words) => Object.assign(told, { textContent: words, hidden: !words });
  const start = h("div.asks.stack", field("Start from", from), chooser, told);

  function take(file) {
    base = file;
    Object.assign(form.elements.name, { value: file.name });
    Object.assign(form.elements.clan, { value: file.clan ?? "" });
    kinds.value = KINDS.includes(file.kind) ? file.kind : KINDS[0];
    for (const [name, value] of Object.entries({ ...DOTS, ...dotsOfFile(file) })) form.elements[name].value = value;
    const { traits = {} } = creationOf(file);
    tell(Object.keys(traits).length ? `Brings ${count(Object.keys(traits).length, "more trait")} of its sheet${markingsOf(file, "").length ? ", and what is marked on it" : ""}.` : "");
    draw();
  }
  function fresh() {
    form.reset();
    base = null;
    tell("");
    draw();
  }
  const choose = () => {
    const [what, id] = from.value.split(" ");
    start.querySelector(".refusal")?.remove();
    if (what === "file") chooser.click();
    else if (what === "template") take(TEMPLATES[id]);
    else if (what === "copy") take(copyOf(record.character(id), record.view.system));
    else fresh();
  };
  async function readChosen() {
    const [file] = chooser.files;
    chooser.value = "";
    if (!file) return;
    try {
      take(readFile(await file.text(), record.view.system));
    } catch ({ message }) {
      refuse(start, { message });
    }
  }
  from.addEventListener("change", choose);
  chooser.addEventListener("change", readChosen);

  const form = actForm("Create the character", session, () => {
    const { name, kind, clan, owner: player, hidden, from: _, ...said } = read(form);
    return {
      type: "create_character", ...(base && creationOf(base)), name, kind, clan, owners: player ? [player] : [], hidden: Boolean(hidden),
      ...Object.fromEntries(dots.map(([each]) => [each, has(each) ? Number(said[each]) : 0])),
    };
  }, async ({ created }) => {
    for (const request of base && created ? markingsOf(base, created) : []) {
      const answer = await session.ask(request);
      if (answer.type === "rejected") {
        refuse(form, answer);
        return;
      }
    }
    fresh();
    made();
  }, start, field("Name", text("name", { required: true, "data-first": true })), h("div.fields.wide", field("Kind", kinds), field("Clan", text("clan"))),
  h("div.fields", dots.map(([, control]) => control)), h("p.hint", "Health has 3 boxes more than Stamina; Willpower as many as Composure and Resolve together."), forStoryteller);
  kinds.addEventListener("change", draw);
  const update = () => {
    const { characters, members, system } = record.view;
    forStoryteller.hidden = !record.isStoryteller;
    const players = members.filter(({ role }) => role === "player");
    offer(owner, [["", "The Storyteller"], ...players.map(({ member, name }) => [member, name])]);
    const known = characters.filter(({ traits }) => traits).map(({ character, name }) => [`copy ${character}`, `A copy of ${name}`]);
    const templates = record.isStoryteller && system === "v5" ? TEMPLATES.map(({ name }, i) => [`template ${i}`, name]) : [];
    offer(from, [["", "A fresh sheet"], ...templates, ...known, ["file", "A file…"]]);
  };
  return { element: form, update };
}
