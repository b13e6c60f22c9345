/** The fields of a V20 sheet: dots by their groups, Virtues, Generation, Path, specialties; and what was said in them. */
import { button, field, fill, h, offer, read, stepper, text, tick } from "../dom.js";
import { dots } from "../table/whole_sheet.js";
import { ABILITIES, ATTRIBUTES, COUNTED, DISCIPLINES, GROUPS, keyed, kindOf, mostDots, ownAbilities, ratingOf, traitName, VIRTUES, virtuesOf } from "./traits.js";

const MOST = 9999;
const group = (title, names, character, most) => h("section.trait-group", title && h("h4", title), names.map((name) => dots(name, ratingOf(character, name), most)));
const inThree = (names) => [0, 1, 2].map((i) => names.slice(Math.ceil(i * names.length / 3), Math.ceil((i + 1) * names.length / 3)));

/**
 * @param {object} character as it is, or `{kind}` for one that is made
 * @returns {{parts: Element[], said: (form: Element) => {traits: object, sheet: ?object}, draw: (form: Element) => void}}
 *   `traits` are those that changed, `sheet` the whole of what a sheet has beside them where that changed
 */
export function sheetFields(character) {
  const { traits: before = {}, sheet = {} } = character;
  const most = mostDots(character);
  const keyOf = (name) => Object.keys(before).find((key) => keyed(key) === keyed(name)) ?? name;
  const generation = stepper("Generation", "generation", sheet.generation ?? 13, 3, 15);
  const path = field("Path; empty: Humanity", text("path", { value: sheet.path ?? "" }));

  // --- Virtues: each of the first two may stand for its other --------------------------------------
  const virtues = virtuesOf(character);
  const virtueDots = VIRTUES.map((names, i) => dots(virtues[i], ratingOf(character, virtues[i])));
  const others = VIRTUES.slice(0, 2).map(([usual, other], i) => tick(`${other} in place of ${usual}`, { name: `other_virtue ${i}`, checked: virtues[i] === other }));

  // --- a table's own traits ------------------------------------------------------------------------
  const ownGroups = Object.fromEntries(Object.keys(ABILITIES).map((kind) => [kind, group("", ownAbilities(sheet, kind), character, most)]));
  const listed = [...Object.values(ATTRIBUTES).flat(), ...Object.values(ABILITIES).flat(), ...VIRTUES.flat(), ...DISCIPLINES].map(keyed);
  const free = Object.keys(before).filter((key) => before[key] && !listed.includes(keyed(key)) && kindOf(key, sheet) === "other" && !COUNTED.includes(keyed(key))).map(traitName);
  const otherTraits = group("", free, character, most);
  const newName = text("new_trait", { maxlength: 40, "aria-label": "Name of another trait" });
  const newKind = offer(h("select", { name: "new_kind", "aria-label": "What it is" }), [["other", "Background or other"], ...Object.keys(ABILITIES).map((kind) => [kind, `A ${kind} of your own`])]);
  const adding = button("Add it", () => {
    const name = newName.value.trim();
    const isThere = [...newName.form.elements].some((each) => each.name.startsWith("trait ") && keyed(each.name.slice(6)) === keyed(name));
    if (!name || isThere) {
      newName.focus();
      return;
    }
    const place = ownGroups[newKind.value] ?? otherTraits;
    place.append(dots(traitName(name), 0, most));
    newName.value = "";
    place.lastChild.querySelector("input").focus();
  });
  newName.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    adding.click();
  });

  // --- specialties ---------------------------------------------------------------------------------
  const special = h("div.stack.specialties");
  const line = (trait, names) => field(trait, text(`specialty ${trait}`, { value: names.join(", "), maxlength: 400, placeholder: "with commas between" }));
  fill(special, Object.entries(sheet.specialties ?? {}).map(([trait, names]) => line(traitName(trait), names)));
  const ofTrait = offer(h("select", { name: "special_trait", "aria-label": "Trait of the specialty" }), [...Object.values(ATTRIBUTES).flat(), ...Object.values(ABILITIES).flat(), ...Object.keys(sheet.abilities ?? {}).map(traitName)].map((name) => [name, name]));
  const addSpecial = button("Add a specialty", () => {
    const there = special.querySelector(`[name="${CSS.escape(`specialty ${ofTrait.value}`)}"]`);
    if (!there) special.append(line(ofTrait.value, []));
    (there ?? special.lastChild.querySelector("input")).focus();
  });

  const abilities = (kind) => h("div.ability-group", h("h3", GROUPS[kind]), h("div.trait-groups", inThree(ABILITIES[kind]).map((names) => group("", names, character, most))), ownGroups[kind]);
  const parts = [h("div.fields.wide.of-blood", generation, path),
    h("h3", "Attributes"), h("div.trait-groups", Object.entries(ATTRIBUTES).map(([title, names]) => group(title, names, character, most))),
    Object.keys(ABILITIES).map(abilities),
    h("h3", "Disciplines"), h("div.trait-groups.of-disciplines", inThree(DISCIPLINES).map((names) => group("", names, character, most))),
    h("h3.virtues-head", { tabindex: -1 }, "Virtues"), h("div.trait-groups", h("section.trait-group", virtueDots), h("section", others)),
    h("h3", "Specialties"), special, h("div.row.add-trait", ofTrait, addSpecial),
    h("h3", "Backgrounds and others"), otherTraits, h("div.row.add-trait", newName, newKind, adding),
    h("h3", "Counted, never rolled"), h("div.fields", COUNTED.map((name) => stepper(name.charAt(0).toUpperCase() + name.slice(1), `trait ${name}`, before[keyOf(name)] ?? 0, 0, MOST)))].flat();

  function said(form) {
    const all = read(form);
    const traits = {};
    for (const [name, value] of Object.entries(all)) {
      if (!name.startsWith("trait ")) continue;
      const trait = name.slice(6);
      const dotsNow = Number(value);
      const i = virtues.indexOf(trait);
      const meant = i < 0 || i > 1 ? trait : VIRTUES[i][Number(`other_virtue ${i}` in all)];
      if (meant !== trait && keyOf(trait) in before) traits[keyOf(trait)] = 0;
      if (dotsNow !== ratingOf(character, meant) || (meant !== trait && !(keyOf(meant) in before))) traits[keyOf(meant)] = dotsNow;
    }
    const specialties = Object.fromEntries(Object.entries(all).filter(([name]) => name.startsWith("specialty "))
      .map(([name, value]) => [name.slice(10), value.split(",").map((each) => each.trim()).filter(Boolean)]).filter(([, names]) => names.length));
    const own_ = Object.fromEntries(Object.entries(ownGroups).flatMap(([kind, place]) => [...place.querySelectorAll("input")].filter((each) => Number(each.value) || keyed(each.name.slice(6)) in Object.fromEntries(Object.keys(sheet.abilities ?? {}).map((key) => [keyed(key), 1])))
      .map((each) => [each.name.slice(6), kind])));
    const next = { ...(Number(all.generation ?? 13) !== 13 && { generation: Number(all.generation) }), ...(all.path?.trim() && { path: all.path.trim() }),
      ...(Object.keys(specialties).length && { specialties }), ...(Object.keys(own_).length && { abilities: own_ }) };
    const was = { ...((sheet.generation ?? 13) !== 13 && { generation: sheet.generation }), ...(sheet.path && { path: sheet.path }),
      ...(Object.keys(sheet.specialties ?? {}).length && { specialties: Object.fromEntries(Object.entries(sheet.specialties).map(([key, names]) => [traitName(key), names])) }),
      ...(Object.keys(sheet.abilities ?? {}).length && { abilities: Object.fromEntries(Object.entries(sheet.abilities).map(([key, kind]) => [traitName(key), kind])) }) };
    const sorted = (of) => JSON.stringify(of, (_, value) => (value && typeof value === "object" && !Array.isArray(value) ? Object.fromEntries(Object.entries(value).sort()) : value));
    return { traits, sheet: sorted(next) === sorted(was) ? null : next };
  }
  /** Only vampires have a Generation. */
  function draw(kind) {
    generation.hidden = kind !== "vampire";
  }
  draw(character.kind);
  return { parts, said, draw };
}
