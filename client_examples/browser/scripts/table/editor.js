/** The editor of a tracker: what it would become, before anything is asked. */
import { actForm } from "../acts.js";
import { ask } from "../dialog.js";
import { field, fill, h, offer, own, read, segments, stepper, text, tick } from "../dom.js";
import { hasMarks, markRow } from "../marks.js";
import { plain, valueWords } from "../words.js";
import { damaged, healed } from "./trackers.js";

const MOST = { hunger: 5, humanity: 10, blood_potency: 10, stains: 20 };
const TRACKS = ["health", "willpower"];
const reason = () => field("Reason, for the log", text("note", { maxlength: 500 }));

/** Now and after, as marks where there are some, always as words. */
function preview(name, before, after, stains) {
  const shown = (value) => h("span.preview-value", hasMarks(name) && markRow(name, value, stains), h("span", valueWords(value)));
  return h("div.becomes", h("span.hint", "Now"), shown(before), h("span.hint", "After"), shown(after));
}

/** A number: hunger, humanity, blood_potency, and Stains, which can also be added. */
function numberForm(session, id, name, done) {
  const { record } = session;
  const now = () => record.character(id)?.trackers ?? {};
  const place = h("div");
  const value = stepper(plain(name), "value", now()[name] ?? 0, 0, MOST[name]);
  const form = actForm("Set", session, () => ({ type: "set_tracker", character: id, tracker: name, value: Number(read(form).value), note: read(form).note }),
    done, value, place, reason());
  const draw = () => {
    const after = Number(read(form).value);
    fill(place, preview(name, now()[name] ?? 0, after, now().stains));
    form.querySelector("button.main").textContent = `Set ${plain(name)} to ${after}`;
  };
  form.addEventListener("input", draw);
  draw();
  return form;
}

/** What Stains may be for, as [value, words]: what was broken or harmed of all that is noted. */
const CONCERNS = [["tenet", "Tenet broken"], ["conviction", "Conviction broken"], ["touchstone", "Touchstone harmed"]];
function concerns(record, id) {
  const { convictions = [], touchstones = [] } = record.character(id)?.beliefs ?? {};
  const noted = { tenet: record.view.tenets ?? [], conviction: convictions, touchstone: touchstones.map(({ name }) => name) };
  return CONCERNS.flatMap(([of, words]) => noted[of].map((each) => [`${of} ${each}`, `${words}: ${each}`]));
}

function stainsForm(session, id, done) {
  const { record } = session;
  const all = concerns(record, id);
  const { convictions = [] } = record.character(id)?.beliefs ?? {};
  const why = all.length > 0 && field("What for", offer(h("select", { name: "concern" }), [["", "Nothing that is noted"], ...all]));
  const spares = record.isStoryteller && convictions.length > 0 && [field("A Conviction that was upheld", offer(h("select", { name: "upheld" }), [["", "None"], ...convictions.map((each) => [each, each])])),
    stepper("Stains that it spares", "spared", 1, 1, 10)];
  const look = () => {
    const { concern = "", upheld = "", amount, spared, note } = read(form);
    const at = concern.indexOf(" ");
    return { amount: Number(amount), note, ...(concern && { [concern.slice(0, at)]: concern.slice(at + 1) }), ...(upheld && { upheld, spared: Math.min(Number(spared), Number(amount)) }) };
  };
  const form = actForm("Add 1 Stain", session, () => ({ type: "add_stains", character: id, ...look() }), done,
    stepper("Stains to add", "amount", 1, 1, 10), h("div"), why, spares, reason());
  const draw = () => {
    const { humanity = 7, stains = 0 } = record.character(id)?.trackers ?? {};
    const { amount: brought, spared = 0, upheld } = look();
    const amount = brought - spared;
    if (spares) spares[1].hidden = !upheld;
    const beyond = Math.max(0, amount - Math.max(0, 10 - humanity - stains));
    fill(form.children[1], h("div.becomes", h("span.hint", "Now"), markRow("humanity", humanity, stains), h("span.hint", "After"), markRow("humanity", humanity, stains + amount)),
      beyond > 0 && h("p.hint", `${beyond} beyond the empty boxes: that much Aggravated Willpower.`));
    form.querySelector("button.main").textContent = spared ? `Add ${amount} of ${brought} Stains, ${spared} spared` : `Add ${amount} Stain${amount === 1 ? "" : "s"}`;
  };
  form.addEventListener("input", draw);
  draw();
  return form;
}

const WAYS = [["deal_damage", "Damage"], ["heal", "Heal"], ["set_track", "By hand"]];
const KINDS = [["superficial", "Superficial"], ["aggravated", "Aggravated"]];

function trackForm(session, id, track, done, { way = "deal_damage", amount = 1, kind = "superficial" } = {}) {
  const { record } = session;
  const character = record.character(id);
  const now = () => record.character(id)?.trackers[track] ?? { boxes: 1 };
  const counted = h("div.row.apart", segments("Kind of damage", "kind", KINDS, kind), stepper("Amount", "amount", amount, 1, 50));
  const mayHalve = track === "health" && character.kind === "vampire";
  const halve = tick("Halved, as a vampire’s Superficial Health damage is", { name: "halve", checked: true });
  const { boxes, superficial = 0, aggravated = 0 } = now();
  const byHand = h("div.fields", stepper("Boxes", "boxes", boxes, 1, 30), stepper("Superficial", "superficial", superficial, 0, 30), stepper("Aggravated", "aggravated", aggravated, 0, 30));
  const place = h("div");
  const look = () => {
    const said = read(form);
    const all = Number(said.amount);
    const isHalved = mayHalve && said.kind === "superficial" && "halve" in said;
    return { ...said, all, isHalved, counts: isHalved ? Math.ceil(all / 2) : all };
  };
  const form = actForm("Deal", session, () => {
    const { way: type, kind: of, all, note, isHalved, ...said } = look();
    const base = { type, character: id, track, note };
    if (type === "set_track") return { ...base, boxes: Number(said.boxes), superficial: Number(said.superficial), aggravated: Number(said.aggravated) };
    return { ...base, kind: of, amount: all, ...(type === "deal_damage" && mayHalve && of === "superficial" && !isHalved && { halve: false }) };
  }, done, segments("What happens", "way", WAYS, way), counted, halve, byHand, place, reason());
  const draw = () => {
    const { way: type, kind: of, counts, all, ...said } = look();
    counted.hidden = type === "set_track";
    byHand.hidden = !counted.hidden;
    halve.hidden = !mayHalve || type !== "deal_damage" || of !== "superficial";
    const after = type === "deal_damage" ? damaged(now(), of, counts) : type === "heal" ? healed(now(), of, all)
      : { boxes: Number(said.boxes), superficial: Number(said.superficial), aggravated: Number(said.aggravated) };
    const fits = after.superficial + after.aggravated <= after.boxes;
    fill(place, fits ? preview(track, now(), { ...after, is_impaired: undefined, condition: undefined }) : h("p.hint", "More marks than boxes."));
    form.querySelector("button.main").textContent = type === "set_track" ? `Set ${plain(track)}`
      : `${type === "heal" ? "Heal" : "Deal"} ${type === "heal" ? all : counts} ${plain(of)}`;
  };
  form.addEventListener("input", draw);
  draw();
  return form;
}

/** Open the editor of a tracker of a character. */
export function editTracker(session, id, name, options) {
  const character = session.record.character(id);
  const done = () => box.close();
  const forms = TRACKS.includes(name) ? [trackForm(session, id, name, done, options)]
    : name === "humanity" ? ["stains" in character.trackers && [h("h3", "Stains"), stainsForm(session, id, done)], h("h3", "Humanity"), numberForm(session, id, name, done),
      "stains" in character.trackers && h("details", h("summary", "Set Stains by hand"), numberForm(session, id, "stains", done))]
      : [numberForm(session, id, name, done)];
  const box = ask([plain(name), " · ", own(character.name)], forms.flat().filter(Boolean), { className: "editor" });
  return box;
}
