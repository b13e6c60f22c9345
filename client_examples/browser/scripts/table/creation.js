/** The form for a new character: fresh, or from a template, a copy or a file. */
import { actForm } from "../acts.js";
import { field, h, offer, read, stepper, text, tick } from "../dom.js";
import { count, plain } from "../words.js";
import { beginning } from "./beginning.js";
import { creationOf, dotsOfFile, markingsOf, TEMPLATES } from "./character_file.js";

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

  function take(file) {
    Object.assign(form.elements.name, { value: file.name });
    Object.assign(form.elements.clan, { value: file.clan ?? "" });
    kinds.value = KINDS.includes(file.kind) ? file.kind : KINDS[0];
    for (const [name, value] of Object.entries({ ...DOTS, ...dotsOfFile(file) })) form.elements[name].value = value;
    const { traits = {} } = creationOf(file);
    start.tell(Object.keys(traits).length ? `Brings ${count(Object.keys(traits).length, "more trait")} of its sheet${markingsOf(file, "").length ? ", and what is marked on it" : ""}.` : "");
    draw();
  }
  const start = beginning(session, TEMPLATES, { take, fresh: () => {
    form.reset();
    draw();
  } });

  const form = actForm("Create the character", session, () => {
    const { name, kind, clan, owner: player, hidden, from: _, ...said } = read(form);
    return {
      type: "create_character", ...(start.base && creationOf(start.base)), name, kind, clan, owners: player ? [player] : [], hidden: Boolean(hidden),
      ...Object.fromEntries(dots.map(([each]) => [each, has(each) ? Number(said[each]) : 0])),
    };
  }, async ({ created }) => {
    if (await start.mark(form, created)) made();
  }, start.element, field("Name", text("name", { required: true, "data-first": true })), h("div.fields.wide", field("Kind", kinds), field("Clan", text("clan"))),
  h("div.fields", dots.map(([, control]) => control)), h("p.hint", "Health has 3 boxes more than Stamina; Willpower as many as Composure and Resolve together."), forStoryteller);
  kinds.addEventListener("change", draw);
  const update = () => {
    const { members } = record.view;
    forStoryteller.hidden = !record.isStoryteller;
    const players = members.filter(({ role }) => role === "player");
    offer(owner, [["", "The Storyteller"], ...players.map(({ member, name }) => [member, name])]);
    start.update();
  };
  return { element: form, update };
}
