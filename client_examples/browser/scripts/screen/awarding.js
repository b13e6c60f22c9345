/** Experience at the evening's end: for everybody who is here with a character, with one press; the list and the reasons can be changed. */
import { actButton } from "../acts.js";
import { field, fill, h, own, stepper, text, tick } from "../dom.js";
import { count } from "../words.js";
import { isOurs } from "./cast.js";

const USUAL = 1;
const MOST = 99;

/** @returns {{element: Element, update: () => void}} */
export function awarding(session) {
  const { record } = session;
  const list = h("div.due");
  const reason = text("reason", { placeholder: "The session" });
  const each = stepper("Points for each", "points", USUAL, 1, MOST);
  /** What was chosen for a character by hand: whether it is on the list, and how many points beside those of all. */
  const chosen = new Map();
  const of = (id) => chosen.get(id) ?? chosen.set(id, {}).get(id);
  const isHere = ({ owners = [] }) => owners.some((owner) => record.present.has(owner));
  const coterie = () => record.view.characters.filter((one) => !isOurs(record, one));
  const isOn = (one) => of(one.character).isOn ?? isHere(one);
  const points = () => Number(each.querySelector("input").value) || 0;
  const awards = () => coterie().filter(isOn).map(({ character }) => ({ character, points: points() + (of(character).more ?? 0), reason: reason.value.trim() || reason.placeholder }));

  const give = actButton("", session, () => (awards().length ? { type: "award_experience", awards: awards() } : null), "award", () => {
    chosen.clear();
    drawn = null;
    update();
  }, "main");
  const drawButton = () => {
    const n = awards().length;
    if (!give.dataset.busy) give.textContent = n ? `Award experience to ${n}` : "Nobody is ticked";
    give.disabled = !n;
  };
  const element = h("div.due.asks", list, h("div.fields.award-fields", each, field("What for", reason)), give);
  element.addEventListener("input", drawButton);

  function row(one) {
    const { character, name, experience } = one;
    const words = experience ? `${experience.unspent} unspent of ${experience.total}` : "none yet";
    const more = stepper(`More for ${name}`, "more", of(character).more ?? 0, -MOST, MOST);
    more.addEventListener("input", ({ target }) => { of(character).more = Number(target.value) || 0; });
    return h("div.award", tick([own(name, "strong"), h("span.hint", words)], { checked: isOn(one), "data-key": `present ${character}`, onchange: ({ target }) => {
      of(character).isOn = target.checked;
      drawButton();
    } }), h("details", h("summary", "More or less for this one"), more));
  }

  let drawn;
  function update() {
    const all = coterie();
    const now = JSON.stringify([all.map((one) => [one.character, one.name, one.experience, isHere(one)]), record.view.session]);
    if (now !== drawn) {
      drawn = now;
      reason.placeholder = record.view.session === null ? "The session" : `Session ${record.view.session}`;
      fill(list, h("p.hint", `Everybody who is here with a character is ticked${all.length ? `: ${count(all.filter(isHere).length, "character")}` : ""}.`), all.map(row), !all.length && h("p.hint", "No player has a character here."));
    }
    drawButton();
  }
  return { element, update };
}
