/** The editor of a V20 tracker: what it would become, before anything is asked. */
import { actForm } from "../acts.js";
import { ask } from "../dialog.js";
import { field, fill, h, offer, own, read, segments, stepper, text, tick } from "../dom.js";
import { plain, valueWords } from "../words.js";
import { levelWords } from "./words.js";
import { bloodOf, damaged, healed, LEVELS, levelOf, moralityOf } from "./traits.js";
import { largeMarks } from "./marks.js";

const MOST_BLOOD = 99;
const MOST_LEVELS = 20;
const KINDS = ["bashing", "lethal", "aggravated"].map((kind) => [kind, plain(kind)]);
const WAYS = [["deal_damage", "Damage"], ["heal", "Heal"], ["set_track", "By hand"]];
const reason = () => field("Reason, for the log", text("note", { maxlength: 500 }));
const nameOf = (name, character) => (name === "humanity" ? moralityOf(character) : plain(name));

/** Now and after, in marks and in words. */
export function becomes(name, before, after, most) {
  const shown = (value) => h("span.preview-value", largeMarks(name, value, most), h("span", typeof value === "number" ? value : name === "health" ? levelWords(value) : valueWords(value)));
  return h("div.becomes", h("span.hint", "Now"), shown(before), h("span.hint", "After"), shown(after));
}
/** A track of health as it would stand, with the level that it would be at. */
export const wounded = (track) => ({ ...track, level: levelOf(track)[0], condition: undefined });

/** Blood, and the rating of Humanity or of a Path. */
function numberForm(session, id, name, done) {
  const { record } = session;
  const character = () => record.character(id);
  const house = record.view.house_rules;
  const most = name === "humanity" ? 10 : bloodOf(character(), house)?.pool ?? MOST_BLOOD;
  const now = () => character()?.trackers?.[name] ?? 0;
  const place = h("div");
  const form = actForm("Set", session, () => ({ type: "set_tracker", character: id, tracker: name, value: Number(read(form).value), note: read(form).note }), done,
    stepper(nameOf(name, character()), "value", now(), 0, most), place, reason());
  const draw = () => {
    const after = Number(read(form).value);
    fill(place, becomes(name, now(), after, name === "humanity" ? 10 : bloodOf(character(), house)?.pool));
    form.querySelector("button.main").textContent = `Set ${nameOf(name, character())} to ${after}`;
  };
  form.addEventListener("input", draw);
  draw();
  return form;
}

function willpowerForm(session, id, done) {
  const { record } = session;
  const now = () => record.character(id)?.trackers?.willpower ?? { boxes: 1, current: 0 };
  const place = h("div");
  const form = actForm("Set Willpower", session, () => {
    const { boxes, current, note } = read(form);
    return { type: "set_track", character: id, track: "willpower", boxes: Number(boxes), current: Math.min(Number(boxes), Number(current)), note };
  }, done, h("div.fields", stepper("Points left", "current", now().current, 0, 10), stepper("Rating", "boxes", now().boxes, 1, 10)), place, reason());
  const draw = () => {
    const { boxes, current } = read(form);
    const after = { boxes: Number(boxes), current: Math.min(Number(boxes), Number(current)) };
    fill(place, becomes("willpower", now(), after));
    const gained = after.current - now().current;
    form.querySelector("button.main").textContent = after.boxes === now().boxes && gained > 0 ? `Regain ${gained} Willpower` : "Set Willpower";
  };
  form.addEventListener("input", draw);
  draw();
  return form;
}

function healthForm(session, id, done, { way = "deal_damage", kind = "bashing", amount = way === "heal" ? 1 : 2 } = {}) {
  const { record } = session;
  const character = record.character(id);
  const now = () => record.character(id)?.trackers?.health ?? { boxes: 7 };
  const counted = h("div.row.apart", segments("Kind of damage", "kind", KINDS, kind), stepper("Levels, after soak", "amount", amount, 1, MOST_LEVELS));
  const mayHalve = character.kind === "vampire";
  const halve = tick("Halved, as bashing damage to a vampire is", { name: "halve", checked: true });
  const { bashing = 0, lethal = 0, aggravated = 0, extra = [] } = now();
  const more = field("Levels that a merit repeats", offer(h("select", { name: "extra" }), [["", "none"], ...Object.keys(LEVELS).slice(0, -1).map((level) => [level, plain(level)])], extra[0] ?? ""));
  const byHand = h("div.fields", stepper("Bashing", "bashing", bashing, 0, MOST_LEVELS), stepper("Lethal", "lethal", lethal, 0, MOST_LEVELS), stepper("Aggravated", "aggravated", aggravated, 0, MOST_LEVELS), more);
  const place = h("div");
  const look = () => {
    const said = read(form);
    const all = Number(said.amount);
    const isHalved = mayHalve && said.kind === "bashing" && "halve" in said;
    return { ...said, all, isHalved, counts: isHalved ? Math.floor(all / 2) : all };
  };
  const marksOf = (said) => ({ bashing: Number(said.bashing), lethal: Number(said.lethal), aggravated: Number(said.aggravated) });
  const form = actForm("Deal", session, () => {
    const { way: type, kind: of, all, note, isHalved, ...said } = look();
    const base = { type, character: id, track: "health", note };
    if (type === "set_track") return { ...base, ...marksOf(said), ...(said.extra !== (extra[0] ?? "") && { extra: said.extra ? [said.extra] : [] }) };
    return { ...base, kind: of, amount: all, ...(type === "deal_damage" && mayHalve && of === "bashing" && { halve: isHalved }) };
  }, done, segments("What happens", "way", WAYS, way), counted, halve, byHand, place, reason());
  const draw = () => {
    const { way: type, kind: of, counts, all, ...said } = look();
    counted.hidden = type === "set_track";
    byHand.hidden = !counted.hidden;
    halve.hidden = !mayHalve || type !== "deal_damage" || of !== "bashing";
    counted.querySelector(".caption[for]").textContent = type === "heal" ? "Levels" : halve.hidden || !look().isHalved ? "Levels, after soak" : "Levels before halving";
    const boxes = 7 + (said.extra === (extra[0] ?? "") ? extra.length : Number(Boolean(said.extra)));
    const after = type === "deal_damage" ? damaged(now(), of, counts) : type === "heal" ? healed(now(), of, all)
      : { boxes, extra: said.extra ? [said.extra] : [], ...marksOf(said) };
    const fits = after.bashing + (after.lethal ?? 0) + (after.aggravated ?? 0) <= after.boxes || type !== "set_track";
    fill(place, fits ? becomes("health", wounded(now()), wounded(after)) : h("p.hint", "More marks than levels."));
    form.querySelector("button.main").textContent = type === "set_track" ? "Set Health" : `${type === "heal" ? "Heal" : "Deal"} ${type === "heal" ? all : counts} ${of}`;
  };
  form.addEventListener("input", draw);
  draw();
  return form;
}

/** Open the editor of a tracker of a character. */
export function editTracker(session, id, name, options) {
  const character = session.record.character(id);
  const done = () => box.close();
  const form = name === "health" ? healthForm(session, id, done, options) : name === "willpower" ? willpowerForm(session, id, done) : numberForm(session, id, name, done);
  const box = ask([nameOf(name, character), " · ", own(character.name)], [form], { className: "editor v20-editor" });
  return box;
}
