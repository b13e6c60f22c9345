/** The form for a new character. */
import { actForm } from "../acts.js";
import { field, h, offer, read, stepper, text, tick } from "../dom.js";
import { plain } from "../words.js";

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
  const form = actForm("Create the character", session, () => {
    const { name, kind, clan, owner: player, hidden, ...said } = read(form);
    return {
      type: "create_character", name, kind, clan, owners: player ? [player] : [], hidden: Boolean(hidden),
      ...Object.fromEntries(dots.map(([each]) => [each, has(each) ? Number(said[each]) : 0])),
    };
  }, () => {
    form.reset();
    draw();
    made();
  }, field("Name", text("name", { required: true, "data-first": true })), h("div.fields.wide", field("Kind", kinds), field("Clan", text("clan"))),
  h("div.fields", dots.map(([, control]) => control)), h("p.hint", "Health has 3 boxes more than Stamina; Willpower as many as Composure and Resolve together."), forStoryteller);
  kinds.addEventListener("change", draw);
  const update = () => {
    forStoryteller.hidden = !record.isStoryteller;
    const players = record.view.members.filter(({ role }) => role === "player");
    offer(owner, [["", "The Storyteller"], ...players.map(({ member, name }) => [member, name])]);
  };
  return { element: form, update };
}
