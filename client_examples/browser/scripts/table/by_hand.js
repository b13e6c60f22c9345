/** Dice that were rolled by hand: a field for the faces of each kind, where the house rules allow them. */
import { field, fill, h, text, tick } from "../dom.js";
import { count, plain } from "../words.js";

/** Faces typed in: numbers, apart by anything; the server says what is wrong with others. */
const facesIn = (input) => (input.value.match(/\d+/g) ?? []).map(Number);
const captionOf = (kind, n) => `${kind === "rouse" ? "Rouse check" : plain(kind)}${n ? `: ${count(n, "face")}` : ""}`;

/**
 * @returns {{parts: Element[], draw: (needed: [string, ?number][]) => void, entered: () => ?object, clear: () => void}}
 *   what belongs into the form; `draw` is told which kinds the roll needs and how many of each, null where only
 *   the server knows; `entered` is null where the server rolls
 */
export function byHand(session) {
  const { record } = session;
  const ticked = tick("I rolled these dice by hand", { name: "by_hand" });
  const box = ticked.firstChild;
  // The form draws first.
  box.addEventListener("change", () => setTimeout(() => Object.values(inputs)[0]?.focus()));
  const faces = h("div.fields.wide");
  let inputs = {};
  let drawn;

  function draw(needed) {
    const may = record.view.house_rules.entered_dice;
    ticked.hidden = !may;
    if (!may) box.checked = false;
    faces.hidden = !box.checked;
    const now = box.checked ? JSON.stringify(needed) : "";
    if (now === drawn) return;
    drawn = now;
    const before = inputs;
    inputs = {};
    fill(faces, box.checked && needed.map(([kind, n]) => {
      inputs[kind] = text(`faces_${kind}`, { inputmode: "numeric", placeholder: "10 7 3", value: before[kind]?.value ?? "", "data-key": `faces ${kind}` });
      return field(captionOf(kind, n), inputs[kind]);
    }));
  }
  return {
    parts: [ticked, faces], draw,
    entered: () => (box.checked ? Object.fromEntries(Object.entries(inputs).map(([kind, input]) => [kind, facesIn(input)])) : null),
    /** The next roll has other faces. */
    clear: () => Object.values(inputs).forEach((input) => { input.value = ""; }),
  };
}
