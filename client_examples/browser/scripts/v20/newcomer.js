/** New V20 characters behind the screen: with a sheet, or quick ones by what they are good at, as many as the scene needs. */
import { actForm, refuse } from "../acts.js";
import { dialog } from "../dialog.js";
import { field, h, offer, own, read, segments, stepper, text, tick } from "../dom.js";
import { namesFor } from "../screen/newcomer.js";
import { count, plain } from "../words.js";
import { creation } from "./creation.js";
import { quickTraits, TALENTED } from "./templates.js";
import { ATTRIBUTES } from "./traits.js";

const KINDS = ["mortal", "ghoul", "vampire"];
const MOST_AT_ONCE = 12;

export function newcomer(session) {
  const { record } = session;
  const full = creation(session, () => box.close());
  let names = [];
  const taken = () => record.view.characters.map((each) => each.name);
  const one = (name) => {
    const { kind, hidden, willpower, morality, generation, ...numbers } = read(quick);
    return { type: "create_v20_character", name, kind, hidden: hidden !== undefined, willpower: Number(willpower), morality: Number(morality), ...(kind === "vampire" && { sheet: { generation: Number(generation) } }),
      traits: quickTraits(Object.fromEntries(Object.entries(numbers).map(([each, dots]) => [each, Number(dots)]))) };
  };
  const generation = stepper("Generation", "generation", 13, 3, 15);
  const quick = actForm("Create the character", session, () => {
    const { name, many } = read(quick);
    names = namesFor(name.trim(), Number(many), taken());
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
  h("h3", "Attributes, the same for each of a group"), h("div.fields", Object.keys(ATTRIBUTES).map((each) => stepper(each, each.toLowerCase(), 2, 1, 9))),
  h("h3", "Good at"), h("div.fields", Object.entries(TALENTED).map(([each]) => stepper(plain(each), each, 2, 0, 9))),
  h("p.hint", Object.entries(TALENTED).map(([each, those]) => `${plain(each)}: ${those.join(", ")}.`).join(" ")),
  h("div.fields", stepper("Willpower", "willpower", 3, 1, 10), stepper("Humanity or Path", "morality", 7, 0, 10), generation, stepper("How many", "many", 1, 1, MOST_AT_ONCE)),
  tick("Hidden behind the screen", { name: "hidden", checked: true }), h("p.hint.told"));
  quick.addEventListener("input", draw);
  quick.addEventListener("reset", () => setTimeout(draw));
  function draw() {
    const { name, many, hidden, kind } = read(quick);
    const n = Number(many) || 1;
    generation.hidden = kind !== "vampire";
    quick.querySelector("button.main").textContent = `Create ${n > 1 ? count(n, "character") : "the character"}`;
    quick.querySelector(".told").replaceChildren(...(n > 1 && name.trim() ? [own(namesFor(name.trim(), n, taken()).join(", ")), ". "] : []),
      hidden === undefined ? "Everyone sees that they come." : "Nobody else learns of them until you bring them to the table.");
  }
  const kind = segments("What kind of sheet", "sheet", [["quick", "Quick NPC"], ["full", "Full"]]);
  const show = () => {
    const isQuick = kind.querySelector(":checked").value === "quick";
    quick.hidden = !isQuick;
    full.element.hidden = isQuick;
  };
  kind.addEventListener("change", show);
  const box = dialog("New character", [kind, quick, full.element], { className: "editor v20-editor" });
  function open() {
    show();
    draw();
    box.reveal();
    if (!quick.hidden) quick.elements.name.focus();
  }
  return { open, update: () => full.update() };
}
