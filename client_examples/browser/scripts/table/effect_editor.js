/** What a Storyteller lets hold a character: a Compulsion of the rules by its name, or something of the table's own. */
import { actForm } from "../acts.js";
import { ask } from "../dialog.js";
import { field, fill, h, needStyle, offer, own, read, stepper, text } from "../dom.js";
import { game } from "../system.js";
import { plain } from "../words.js";

const KINDS = ["compulsion", "injury", "resonance", "frenzy", "torpor", "blush", "other"];
const V20_KINDS = ["task", "derangement", "injury", "frenzy", "torpor", "other"];
const OWN = "own";
/** The Compulsions that the rules know; what they take, when, and what ends them, the server fills in. */
export const GENERAL = ["Hunger", "Dominance", "Harm", "Paranoia"];
export const OF_CLANS = { "Banu Haqim": "Judgment", Brujah: "Rebellion", Gangrel: "Feral Impulses", Hecata: "Morbidity", Lasombra: "Ruthlessness",
  Malkavian: "Delusion", Ministry: "Transgression", Nosferatu: "Cryptophilia", Ravnos: "Tempting Fate", Salubri: "Affective Empathy",
  Toreador: "Obsession", Tremere: "Perfectionism", Tzimisce: "Covetousness", Ventrue: "Arrogance" };
const CLOCKS = [["", "Until it is ended"], ["turn", "Until the turn ends"], ["scene", "Until the scene ends"], ["night", "Until the night ends"]];
const SEEN = [["public", "Everyone"], ["private", "Whoever plays it, and the Storytellers"], ["secret", "Storytellers alone"]];

/** The clan's own first. */
function compulsionsFor(clan = "") {
  const mine = Object.entries(OF_CLANS).find(([name]) => name.toLowerCase() === clan.trim().toLowerCase());
  const others = Object.entries(OF_CLANS).filter(([name]) => name !== mine?.[0]);
  return [...GENERAL.map((name) => [name, name]), ...(mine ? [[mine[1], `${mine[1]}, the clan’s own`]] : []), [OWN, "One of your own…"],
    ...others.map(([name, called]) => [called, `${called}, ${name}`])];
}

export function beginEffect(session, id) {
  needStyle("styles/sheets.css");
  const { record } = session;
  const { name: whose, clan, hidden, kind: creature } = record.character(id);
  const hasBlood = ["vampire", "thin_blood"].includes(creature);
  const kinds = offer(h("select", { name: "kind" }), (game ? V20_KINDS : KINDS).filter((kind) => hasBlood || !["compulsion", "frenzy", "torpor", "blush", "resonance"].includes(kind)).map((kind) => [kind, plain(kind)]));
  const which = field("Which", offer(h("select", { name: "which" }), compulsionsFor(clan)));
  const name = field("Name", text("name"));
  const told = h("p.hint", "The rules say what it takes, when it applies and what ends it.");
  const more = h("div.stack", h("div.fields.wide", stepper("Dice it takes", "penalty", 0, -10, 0), field("It lasts", offer(h("select", { name: "until" }), CLOCKS))),
    field("When it applies; empty: always", text("applies", { maxlength: 500, placeholder: "Unless: …" })),
    field("Only on pools with these traits, with commas between; empty: all", text("traits", { maxlength: 400, placeholder: "Dexterity, Wits" })),
    field("What ends it", text("ends", { maxlength: 500 })));
  const rivals = record.view.characters.filter(({ character }) => character !== id).map((each) => [each.character, each.name]);
  const against = field("Against", offer(h("select", { name: "against" }), [["", "Nobody: one task"], ...rivals]));
  const goal = field("Who wins", offer(h("select", { name: "goal" }), [["total", "Who has so many first"], ["lead", "Who is so many ahead"]]));
  const task = h("div.fields.wide", stepper("Successes needed", "target", 10, 1, 99), against, goal);
  const seen = field("Who sees it", offer(h("select", { name: "visibility" }), hidden ? SEEN.slice(2) : SEEN, hidden ? "secret" : record.view.house_rules.default_visibility));
  const isOwn = ({ kind, which: chosen }) => kind !== "compulsion" || chosen === OWN;
  const form = actForm("Begin", session, () => {
    const said = read(form);
    const base = { type: "begin_effect", character: id, kind: said.kind, visibility: said.visibility };
    if (!isOwn(said)) return { ...base, name: said.which };
    if (said.kind === "task") return { ...base, name: said.name.trim(), target: Number(said.target), ...(said.against && { against: said.against, goal: said.goal }) };
    const traits = said.traits.split(",").map((each) => each.trim()).filter(Boolean);
    return { ...base, name: said.name.trim(), penalty: Number(said.penalty), traits, applies: said.applies.trim(), ends: said.ends.trim(), ...(said.until && { until: said.until }) };
  }, () => box.close(), h("div.fields.wide", field("What kind of thing", kinds), which, name), told, task, more, seen);
  function draw() {
    const said = read(form);
    which.hidden = said.kind !== "compulsion";
    name.hidden = !isOwn(said);
    task.hidden = said.kind !== "task";
    more.hidden = name.hidden || !task.hidden;
    goal.hidden = !said.against;
    told.hidden = isOwn(said);
    form.elements.name.required = isOwn(said);
    const words = isOwn(said) ? said.name.trim() || plain(said.kind) : said.which;
    const button = form.querySelector("button.main");
    if (!button.dataset.busy) fill(button, "Begin ", own(words));
  }
  form.addEventListener("input", draw);
  draw();
  const box = ask(["What holds ", own(whose)], [form], { className: "editor" });
}
