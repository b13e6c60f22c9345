/** What is fought with in V5: a weapon by its name or by what it does, armour, and what a called shot is for. */
import { field, fill, h, offer, stepper, tick } from "../dom.js";
import { ruleOf } from "../odds.js";
import { plain } from "../words.js";

/** Weapons that the rules know, with what each adds to a margin. */
const WEAPONS = [["unarmed", 0], ["improvised", 0], ["fist load", 1], ["knife", 2], ["club", 2], ["bat", 2], ["light pistol", 2], ["sword", 3], ["axe", 3], ["heavy pistol", 3],
  ["two-handed sword", 4], ["rifle", 4], ["shotgun", 4], ["very heavy", 5]];
const HARMS = { blunt: "Something blunt", edged: "Something with an edge", piercing: "Something pointed", bullet: "Bullets", fire: "Fire", supernatural: "Something supernatural" };
const ARMOUR = [["", "No armour"], ["leather", "Leather, 2"], ["mail", "Mail, 3"], ["plate", "Plate, 4"], ["own", "Another"]];
const SHOTS = [["", "At the body"], ["stake", "To stake"], ["beheading", "To behead"], ["other", "At something else"]];
const NEEDED = { stake: "5 damage stake.", beheading: "10 damage behead.", other: "What it does is the Storyteller’s to say." };

/**
 * @param {object} house the house rules, as they are now
 * @returns {{shot: Element, gear: Element, draw: (state: object) => void, said: (state: object) => object, costs: () => number, isNamed: () => boolean}}
 *   *shot* belongs to any roll, *gear* to a physical conflict; `draw` takes what the pool is for, `said` is what the
 *   intent takes; `isNamed` is whether the weapon brings its own value or harm
 */
export function arms(house) {
  const shots = offer(h("select", { name: "called_shot" }), SHOTS);
  const cost = h("small.hint");
  const shot = h("div.shot", field("Called shot", shots), cost);
  const weapons = h("select", { name: "arms" }, h("option", { value: "" }, "A value and a kind"),
    h("optgroup", { label: "A weapon" }, WEAPONS.map(([name, value]) => h("option", { value: `arms ${name}` }, `${plain(name)}, +${value}`))),
    h("optgroup", { label: "By what it does" }, Object.entries(HARMS).map(([harm, words]) => h("option", { value: `harm ${harm}` }, words))));
  const armours = offer(h("select", { name: "armour" }), ARMOUR);
  const points = stepper("It turns", "armour_points", 2, 0, 20);
  const bullets = tick("Bullets alone", { name: "bullets_only" });
  const gear = h("div.fields.wide.gear", field("Fights with", weapons), field("Wears", armours), points, bullets);

  /** Dice that the called shot takes, before the roll. */
  const costs = () => (shots.value && ruleOf(house(), "called_shot") !== "successes_2" ? 2 : 0);

  function draw({ isContest, conflict }) {
    gear.hidden = !isContest || conflict !== "physical";
    points.hidden = bullets.hidden = armours.value !== "own";
    fill(cost, shots.value && `${costs() ? "Takes two dice" : "Takes two successes"}. ${NEEDED[shots.value]}`);
  }
  function said({ isContest, conflict }) {
    const aimed = shots.value ? { called_shot: shots.value } : {};
    if (!isContest || conflict !== "physical") return aimed;
    const [what, ...name] = weapons.value.split(" ");
    const armour = armours.value === "own" ? { name: "armour", points: Number(points.querySelector("input").value), bullets_only: bullets.firstChild.checked } : armours.value && { name: armours.value };
    return { ...aimed, ...(what && { [what]: name.join(" "), damage_kind: undefined }), ...(what === "arms" && { weapon: undefined }), ...(armour && { armour }) };
  }
  return { shot, gear, draw, said, costs, isNamed: () => weapons.value.split(" ")[0],
    /** The next roll is no called shot; who fights keeps the weapon. */
    clear: () => { shots.value = ""; } };
}
