/** New characters: with a sheet, or quick ones by three pools, as many of a kind as the scene needs. */
import { actForm, refuse } from "../acts.js";
import { dialog } from "../dialog.js";
import { field, h, offer, own, read, segments, stepper, text, tick } from "../dom.js";
import { creation } from "../table/creation.js";
import { count, plain } from "../words.js";
import { POOLS } from "./composer.js";

const KINDS = ["mortal", "ghoul", "thin_blood", "vampire"];
const MOST_AT_ONCE = 12;

/** The names of *n* more of a kind: numbered behind those that are there. */
export function namesFor(name, n, taken) {
  if (n === 1) return [name];
  const names = [];
  for (let i = 1; names.length < n; i++) if (!taken.includes(`${name} ${i}`)) names.push(`${name} ${i}`);
  return names;
}

export function newcomer(session) {
  const { record } = session;
  const full = creation(session, () => box.close());
  let names = [];
  const one = (name) => {
    const said = read(quick);
    return { type: "create_character", name, kind: said.kind, hidden: "hidden" in said, health_boxes: Number(said.health),
      traits: Object.fromEntries(POOLS.map((pool) => [pool, Number(said[pool])])) };
  };
  const quick = actForm("Create 1 character", session, () => {
    const { name, many } = read(quick);
    names = namesFor(name.trim(), Number(many), record.view.characters.map((each) => each.name));
    return one(names[0]);
  }, async () => {
    // One after the other: what came to be stays, also where a later one is refused.
    for (const name of names.slice(1)) {
      const answer = await session.ask(one(name));
      if (answer.type === "rejected") {
        refuse(quick, answer);
        return;
      }
    }
    quick.reset();
    box.close();
  }, h("div.fields.wide", field("Name", text("name", { required: true, maxlength: 190 })), field("Kind", offer(h("select", { name: "kind" }), KINDS.map((kind) => [kind, plain(kind)])))),
  h("div.fields", POOLS.map((pool, i) => stepper(plain(pool), pool, [5, 4, 4][i], 1, 20)), stepper("Health", "health", 5, 1, 30), stepper("How many", "many", 1, 1, MOST_AT_ONCE)),
  tick("Hidden behind the screen", { name: "hidden", checked: true }), h("p.hint.told"));
  quick.addEventListener("input", draw);
  quick.addEventListener("reset", () => setTimeout(draw));
  function draw() {
    const { name, many, hidden } = read(quick);
    const n = Number(many) || 1;
    quick.querySelector("button.main").textContent = `Create ${n > 1 ? count(n, "character") : "the character"}`;
    quick.querySelector(".told").replaceChildren(...(n > 1 && name.trim() ? [own(namesFor(name.trim(), n, record.view.characters.map((each) => each.name)).join(", ")), ". "] : []),
      hidden === undefined ? "Everyone sees that they come." : "Nobody else learns of them until you bring them to the table.");
  }
  const kind = segments("What kind of sheet", "sheet", [["quick", "Quick NPC"], ["full", "Full"]]);
  const show = () => {
    const isQuick = kind.querySelector(":checked").value === "quick";
    quick.hidden = !isQuick;
    full.element.hidden = isQuick;
  };
  kind.addEventListener("change", show);
  const box = dialog("New character", [kind, quick, full.element], { className: "editor" });
  const update = () => full.update();
  function open() {
    show();
    draw();
    box.reveal();
    if (!quick.hidden) quick.elements.name.focus();
  }
  return { open, update };
}
