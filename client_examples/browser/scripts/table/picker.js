/** The dialog that picks a part of a pool, fetched when the first is picked. */
import { ask } from "../dialog.js";
import { button, field, h, read, stepper, text } from "../dom.js";
import { ATTRIBUTES, DISCIPLINES, PLAIN, SKILLS } from "./parts.js";

/**
 * Let somebody pick a part.
 * @param {?{name: string, dice: number}} part the one to change, or null for one more
 * @param {{[name: string]: number}} known dots named before, and those of the sheet
 * @param {(part: ?object) => void} done gets the part, or null where it is taken out
 */
export function pickPart(part, known, done) {
  const finish = (made) => {
    box.close();
    done(made);
  };
  const name = text("part", { maxlength: 60, value: part?.name ?? "", list: "" });
  const dice = stepper("Dice", "dots", part?.dice ?? 3, 1, 40);
  const form = h("form.part-form", { onsubmit: (event) => {
    event.preventDefault();
    finish({ name: name.value.trim(), dice: Number(read(form).dots) });
  } }, field("Name", name), dice, h("div.row.end", part && button("Take it out", () => finish(null), "quiet"), h("button.main", "Use it")));
  const choose = (each) => {
    const dots = known[each];
    if (dots && each !== part?.name) finish({ name: each, dice: dots });
    else {
      name.value = each;
      form.elements.dots.focus();
      form.elements.dots.select();
      form.scrollIntoView({ block: "nearest" });
    }
  };
  const group = (title, names) => h("section", h("h3", title), h("div.part-names", names.map((each) =>
    button([each, known[each] && h("b", known[each])], () => choose(each), each === part?.name ? "chosen" : ""))));
  const others = Object.keys(known).filter((each) => ![...ATTRIBUTES, ...SKILLS, ...DISCIPLINES, ...Object.keys(PLAIN)].includes(each)).slice(-12);
  const box = ask(part ? "Change a part" : "Add a part", [form, others.length > 0 && group("Your own, and used before", others), group("Attributes", ATTRIBUTES),
    group("Skills", SKILLS), group("Disciplines", DISCIPLINES), group("Trackers", Object.keys(PLAIN).filter((each) => known[each]))].filter(Boolean), { className: "picker" });
}
