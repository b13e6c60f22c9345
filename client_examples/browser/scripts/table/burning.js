/** What a turn in fire or sunlight does: to V5's Health at once, in V20 as levels that wait to be soaked. */
import { actForm } from "../acts.js";
import { ask } from "../dialog.js";
import { field, fill, h, needStyle, offer, own, read, segments, stepper, text, tick } from "../dom.js";
import { game, played } from "../system.js";
import { count, valueWords } from "../words.js";
import { baneOf } from "./trackers.js";

const WHAT = [["fire", "Fire"], ["sunlight", "Sunlight"]];
const BODY = { part: "A part of it", large: "A large part of it", half: "Half of it", whole: "All of it" };
const OF_FIRE = { part: 1, half: 2, whole: 3 };
/** V20 tells a large part apart in sunlight, where half and all are one. */
const OF_SUN = { part: 1, large: 2, whole: 3 };
/** What V20 soaks it against, by the heat of the fire and by what is left of the light. */
const SOAKED = {
  fire: { candle: 3, torch: 5, "Bunsen burner": 7, "electrical fire": 8, "chemical fire": 9, "molten metal": 10 },
  sunlight: { twilight: 3, "heavy cloud": 3, "closed curtain": 3, "fully covered": 5, indirect: 7, "through a window": 7, "outside on a cloudy day": 9, "one direct ray": 9, mirror: 9, "direct sun": 10 },
};
const SPREADS = (levels) => Object.keys(levels).map((each) => [each, BODY[each]]);

/**
 * @param {object} session of whom sits here
 * @param {string} character who burns, by its id
 */
export function burn(session, character) {
  needStyle("styles/sheets.css");
  const { record } = session;
  const { name, kind } = record.character(character);
  const now = () => record.character(character)?.trackers ?? {};
  const extent = field("How much of the body", h("select", { name: "extent" }));
  const of = field("", h("select", { name: "of" }));
  const heat = stepper("More, for its heat", "intensity", 0, 0, 10);
  const turn = stepper("Which turn in it", "turn", 1, 1, 99);
  const dim = tick("Dimmed: only every second turn burns", { name: "obscured" });
  const place = h("div.stack");

  const levels = (to) => (game && to === "sunlight" ? OF_SUN : OF_FIRE);
  function points({ to, extent: part, intensity, turn: nth, obscured }) {
    if (game || to === "fire") return levels(to)[part] + (game ? 0 : Number(intensity));
    if (obscured !== undefined && Number(nth) % 2) return 0;
    const { blood_potency } = now();
    return blood_potency === undefined ? null : baneOf(blood_potency, record.view.house_rules);
  }
  function exposure({ to, extent: part, of: light, intensity, turn: nth, obscured }) {
    if (game) return { to, extent: part, of: light };
    return to === "fire" ? { to, extent: part, intensity: Number(intensity) } : { to, turn: Number(nth), obscured: obscured !== undefined };
  }

  const form = actForm("Burn", session, () => {
    const said = read(form);
    return { type: "deal_damage", character, track: "health", kind: "aggravated", exposure: exposure(said), note: said.note };
  }, () => box.close(), segments("What burns", "to", kind === "vampire" ? WHAT : WHAT.slice(0, 1)), extent, of, heat, turn, dim, place, field("Reason, for the log", text("note", { maxlength: 500 })));
  const submit = form.querySelector("button.main");

  let offered;
  function draw() {
    const { to } = read(form);
    if (to !== offered) {
      offer(extent.querySelector("select"), SPREADS(levels(to)));
      offer(of.querySelector("select"), Object.entries(SOAKED[to]).map(([words, difficulty]) => [words, `${words}: soaked at ${difficulty}`]));
      fill(of.firstChild, to === "fire" ? "How hot" : "What is left of the light");
      offered = to;
    }
    extent.hidden = !game && to === "sunlight";
    of.hidden = !game;
    heat.hidden = Boolean(game) || to === "sunlight";
    turn.hidden = dim.hidden = Boolean(game) || to === "fire";
    const all = points(read(form));
    const { health } = now();
    const after = !game && all && health && { ...played.damaged(health, "aggravated", all), is_impaired: undefined, condition: undefined };
    fill(place, game ? h("p.hint", "The levels wait in open business to be soaked.") : all === 0 && h("p.hint", "This turn of dimmed sunlight does nothing."),
      after && h("div.becomes", h("span.hint", "Now"), h("span.preview-value", played.markRow("health", health), h("span", valueWords(health))),
        h("span.hint", "After"), h("span.preview-value", played.markRow("health", after), h("span", valueWords(after)))));
    if (!submit.dataset.busy) submit.textContent = all === null ? "Burn for a turn" : `Burn for ${count(all, game ? "level" : "point")}`;
  }
  form.addEventListener("input", draw);
  draw();
  const box = ask(["Burn · ", own(name)], [form], { className: `editor${game ? " v20-editor" : ""}` });
}
