/** Blood bonds and boons: how they read, and the forms in which a Storyteller notes them. */
import { actButton, actForm } from "../acts.js";
import { ask } from "../dialog.js";
import { field, h, offer, own, read, segments, stepper, text, tick } from "../dom.js";
import { icon } from "../icons.js";
import { game } from "../system.js";
import { count, plain } from "../words.js";

const SIZES = ["trivial", "minor", "major", "life"];
const STATES = ["owed", "repaid", "broken"];
const FULL = 3;
const AUDIENCES = [["table", "Everyone"], ["owner", "Whoever plays them"], ["storytellers", "Storytellers"]];
/** In a select: somebody who is no character here. */
const OTHER = "";

const nameOf = (record, id, name) => (id ? record.nameOf(id) : name);
const seenBy = (audience) => audience === "storytellers" && h("span.chip.veil", icon("screen"), "Storytellers");

/** Of which of several things a button speaks, for listeners. */
const of = (what, control) => Object.assign(control, { ariaLabel: `${control.textContent} ${what}` });

/** How far a bond is, in the words of what is played. */
const strengthWords = ({ drinks, strength }) => (drinks < FULL ? `${count(drinks, "drink")} of 3, not bound yet` : game ? "three drinks, bound" : `bound, strength ${strength}`);

export function bondRow(session, bond) {
  const { record } = session;
  const { regnant, regnant_name, is_veiled, audience = "owner", strength = 0 } = bond;
  const whom = regnant || regnant_name ? own(nameOf(record, regnant, regnant_name), "strong") : h("strong", "somebody unknown");
  const what = `bond to ${nameOf(record, regnant, regnant_name) || "somebody unknown"}`;
  return h("li", h("span", "To ", whom, `: ${strengthWords({ ...bond, strength })}`), is_veiled && record.isStoryteller && h("span.chip.veil", icon("screen"), "Veiled"), seenBy(audience),
    record.isStoryteller && h("span.row", of(what, h("button.quiet", { type: "button", "data-key": `change ${bond.bond}`, onclick: () => bondEditor(session, bond.character, bond) }, "Change…")),
      of(what, actButton("Remove", session, () => ({ type: "remove_bond", bond: bond.bond }), `remove ${bond.bond}`, undefined, "quiet"))));
}

export function boonRow(session, boon) {
  const { record } = session;
  const { debtor, debtor_name, creditor, creditor_name, size, text: about, state = "owed", audience = "table" } = boon;
  const request = { type: "set_boon", boon: boon.boon, size, text: about, audience, ...party("debtor", debtor, debtor_name), ...party("creditor", creditor, creditor_name) };
  const what = `boon of ${nameOf(record, debtor, debtor_name)} to ${nameOf(record, creditor, creditor_name)}`;
  const mark = (to, words) => state === "owed" && of(what, actButton(words, session, () => ({ ...request, state: to }), `${to} ${boon.boon}`, undefined, "quiet"));
  return h("li", h("span", own(nameOf(record, debtor, debtor_name), "strong"), " owes ", own(nameOf(record, creditor, creditor_name), "strong"), ` a ${size} boon`, about && [": ", own(about)]),
    h(`span.chip.${state === "owed" ? "wait" : "plain"}`, plain(state)), seenBy(audience),
    record.isStoryteller && h("span.row", mark("repaid", "Repaid"), mark("broken", "Broken"),
      of(what, h("button.quiet", { type: "button", "data-key": `change ${boon.boon}`, onclick: () => boonEditor(session, boon) }, "Change…")),
      of(what, actButton("Remove", session, () => ({ type: "remove_boon", boon: boon.boon }), `remove ${boon.boon}`, undefined, "quiet"))));
}

const party = (field_, id, name) => (id ? { [field_]: id } : { [`${field_}_name`]: name });

/** Somebody: a character of the table, or a name. */
function someone(session, caption, called, { id, name = "" }, without) {
  const others = session.record.view.characters.filter(({ character }) => character !== without);
  const known = others.some(({ character }) => character === id) ? id : OTHER;
  const named = text(`${called}_name`, { value: known ? "" : name });
  const place = field("Name", named);
  const select = offer(h("select", { name: called, onchange: () => { place.hidden = select.value !== OTHER; } }), [...others.map(({ character, name: of }) => [character, of]), [OTHER, "Somebody else, by name"]], known);
  place.hidden = select.value !== OTHER;
  return [field(caption, select), place];
}

/** Note a bond of a character, or change one there is. */
export function bondEditor(session, character, bond = {}) {
  const { drinks = 1, strength, regnant, regnant_name, is_veiled, audience = "owner" } = bond;
  const strong = stepper("Strength of the bond", "strength", strength || FULL, 1, 6);
  const form = actForm(bond.bond ? "Save" : "Note it", session, () => {
    const said = read(form);
    const steps = Number(said.drinks);
    return { type: "set_bond", character, ...(bond.bond && { bond: bond.bond }), drinks: steps, ...party("regnant", said.regnant, said.regnant_name.trim()),
      ...(!game && steps === FULL && { strength: Number(said.strength) }), veiled: "veiled" in said, audience: said.audience, note: said.note.trim() };
  }, () => box.close(), someone(session, "Bound to", "regnant", { id: regnant, name: regnant_name }, character),
  segments("Drinks so far; the third binds", "drinks", ["1", "2", "3"].map((n) => [n, n]), String(drinks)), !game && strong,
  tick("Keep from the player who it is", { name: "veiled", checked: is_veiled }), h("p.hint", "A hidden character is kept from everyone anyway."),
  segments("Who sees the bond", "audience", AUDIENCES, audience), field("Note, for the log", text("note", { maxlength: 500 })));
  const draw = () => { strong.hidden = read(form).drinks !== String(FULL); };
  form.addEventListener("input", draw);
  form.classList.add("stack");
  draw();
  const box = ask(["Blood bond of ", own(session.record.nameOf(character))], [form], { className: "editor" });
}

/** Note a boon, or change one there is. */
export function boonEditor(session, boon) {
  const { debtor, debtor_name, creditor, creditor_name, size = "minor", text: about = "", state = "owed", audience = "table" } = boon;
  const form = actForm(boon.boon ? "Save" : "Note it", session, () => {
    const said = read(form);
    return { type: "set_boon", ...(boon.boon && { boon: boon.boon }), ...party("debtor", said.debtor, said.debtor_name.trim()), ...party("creditor", said.creditor, said.creditor_name.trim()),
      size: said.size, text: said.text.trim(), state: said.state, audience: said.audience };
  }, () => box.close(), someone(session, "Who owes", "debtor", { id: debtor, name: debtor_name }), someone(session, "To whom", "creditor", { id: creditor ?? OTHER, name: creditor_name }),
  segments("How much", "size", SIZES.map((each) => [each, plain(each)]), size), field("What for", text("text", { value: about })),
  segments("How it stands", "state", STATES.map((each) => [each, plain(each)]), state), segments("Who sees it", "audience", AUDIENCES, audience));
  form.classList.add("stack");
  const box = ask("A boon", [form], { className: "editor" });
}
