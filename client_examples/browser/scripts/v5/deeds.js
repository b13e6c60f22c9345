/** What a V5 character does beside dice and Blood: Willpower and what brings it back, help, and its place in a turn. */
import { actForm } from "../acts.js";
import { ask } from "../dialog.js";
import { field, fill, h, needStyle, offer, own, read, stepper, text } from "../dom.js";
import { markRow } from "../marks.js";
import { ruleOf } from "../odds.js";
import { COUNTED, SKILLS, traitName } from "../table/parts.js";
import { healed, leftOf } from "../table/trackers.js";
import { count, plain, valueWords } from "../words.js";

const reason = () => field("Reason, for the log", text("note", { maxlength: 500 }));

/**
 * A dialog with one form.
 * @param {(said: object, form: Element) => ?string} look draws what the form says, and gives the words of its button
 */
function deed(session, title, words, request, parts, look = () => words) {
  needStyle("styles/sheets.css");
  const form = actForm(words, session, () => request(read(form)), () => box.close(), parts);
  const submit = form.querySelector("button.main");
  const draw = () => {
    const said = look(read(form), form);
    if (!submit.dataset.busy) submit.textContent = said || words;
  };
  form.addEventListener("input", draw);
  draw();
  const box = ask(title, [form], { className: "editor" });
}

/** Now and after, in marks and in words; nothing where the track is not this viewer’s to see. */
function becomes(name, before, after) {
  if (!before) return "";
  const shown = { ...after, is_impaired: undefined, condition: undefined };
  return h("div.becomes", h("span.hint", "Now"), h("span.preview-value", markRow(name, before), h("span", valueWords(before))),
    h("span.hint", "After"), h("span.preview-value", markRow(name, shown), h("span", valueWords(shown))));
}

/** A track after one more point of Superficial damage. */
const marked = (track) => (leftOf(track) ? { ...track, superficial: (track.superficial ?? 0) + 1 }
  : { ...track, superficial: Math.max(0, (track.superficial ?? 0) - 1), aggravated: (track.aggravated ?? 0) + 1 });

const USES = { "": ["Something else that the story asks for", ""], ignore_wounds: ["Ignore wounds this turn", "A full Health track impairs no pool until the turn ends."],
  control: ["Lead the frenzy for a turn", "The player says what the character does until the turn ends, though the Beast has it."] };

export function spendWillpower(session, character) {
  const { record } = session;
  const { name } = record.character(character);
  const isRaging = record.effectsOn(character).some(({ kind }) => kind === "frenzy");
  const uses = Object.entries(USES).filter(([use]) => use !== "control" || isRaging).map(([use, [words]]) => [use, words]);
  const place = h("div.stack");
  deed(session, ["Spend Willpower · ", own(name)], "Spend 1 Willpower", ({ use, note }) => (use ? { type: "spend_willpower", character, use, note }
    : { type: "deal_damage", character, track: "willpower", kind: "superficial", amount: 1, note }),
  [field("What for", offer(h("select", { name: "use" }), uses)), place, reason()], ({ use }) => {
    const { willpower } = record.character(character)?.trackers ?? {};
    fill(place, USES[use][1] && h("p.hint", USES[use][1]), willpower && (leftOf(willpower) || !use ? becomes("willpower", willpower, marked(willpower)) : h("p.hint", "No Willpower is left to spend.")),
      h("p.hint", "A reroll is paid on its receipt."));
  });
}

const DOTS = ({ traits = {} } = {}) => (name) => Object.entries(traits).find(([key]) => key.toLowerCase() === name)?.[1];
/**
 * What an occasion gives back: [track, kind, points], or null where that is not known here.
 * @returns {?[string, string, number]}
 */
function givesBack(by, character) {
  const dots = DOTS(character);
  if (by === "ambition") return ["willpower", "aggravated", 1];
  if (by === "desire") return ["willpower", "superficial", 1];
  if (by === "session") return dots("composure") === undefined ? null : ["willpower", "superficial", Math.max(dots("composure"), dots("resolve") ?? 0)];
  return dots("stamina") === undefined ? null : ["health", "superficial", dots("stamina") * (character.kind === "ghoul" ? 2 : 1)];
}

export function recover(session, character) {
  const { record } = session;
  const known = () => record.character(character);
  const { name, kind } = known();
  const rests = ["mortal", "ghoul"].includes(kind);
  const isBySession = ruleOf(record.view.house_rules, "mortal_heal") === "per_session";
  const occasions = [["session", "The session that has begun"], ...(rests && !isBySession ? [["night", "A night’s rest"]] : []), ["ambition", "The Ambition was acted on"], ["desire", "The Desire was acted on"]];
  const place = h("div.stack");
  deed(session, ["Recover · ", own(name)], "Recover", ({ by, note }) => ({ type: "recover", character, by, note }),
    [field("What gives it back", offer(h("select", { name: "by" }), occasions, record.view.session === null && rests && !isBySession ? "night" : "session")), place, reason()], ({ by }) => {
      const found = givesBack(by, known());
      const before = found && known().trackers?.[found[0]];
      fill(place, by !== "night" && record.view.session === null && h("p.hint", "No session runs: it can be had once one has begun."),
        found ? h("p", `${count(found[2], "point")} of ${plain(found[1])} ${plain(found[0])}, once in a ${by === "night" ? "night" : "session"}.`) : h("p", "Once in a session."),
        before && (before[found[1]] ? becomes(found[0], before, healed(before, found[1], found[2])) : h("p.hint", `There is no ${plain(found[1])} damage on ${plain(found[0])}.`)),
        by === "session" && rests && isBySession && h("p.hint", "At this table Health comes back with it."));
    });
}

export function help(session, character) {
  const { record } = session;
  const me = record.character(character);
  const others = record.view.characters.filter((each) => each.character !== character).map((each) => [each.character, each.name]);
  const known = Object.entries(me.traits ?? {}).filter(([key, dots]) => dots && !COUNTED.includes(key.toLowerCase())).map(([key]) => traitName(key)).filter((each) => SKILLS.includes(each));
  const place = h("div.stack");
  deed(session, ["Help · ", own(me.name)], "Help", ({ helps, skill, note }) => ({ type: "help", character, helps, skill, note }),
    [field("Whom", offer(h("select", { name: "helps", required: true }), others)), field("With which Skill", offer(h("select", { name: "skill" }), (known.length ? known : SKILLS).map((each) => [each, each]))),
      place, reason()], ({ helps, skill }) => {
      fill(place, others.length ? h("p.hint", `One die more on the next pool with ${skill} until the scene ends. Each helps once, with a Skill of at least one dot.`)
        : h("p.hint", "Nobody else is here to be helped."));
      return helps ? ["Help with ", skill].join("") : "Help";
    });
}

const STEPS = [["close_combat", "In close combat already"], ["ranged", "At range"], ["joining", "Joining close combat"], ["other", "Anything else"]];

/** @param {?string} character who acts; null where that is chosen too */
export function declare(session, character) {
  const { record } = session;
  const byInitiative = ruleOf(record.view.house_rules, "turn_order") === "fixed_initiative";
  const mine = record.view.order?.flat().find((each) => each.character === character);
  const who = !character && field("Who", offer(h("select", { name: "character" }), record.view.characters.map((each) => [each.character, each.name])));
  deed(session, character ? ["Place in the turn · ", own(record.nameOf(character))] : "Place in the turn", "Say it", (said) => ({ type: "declare_action", character: character ?? said.character,
    ...(byInitiative ? said.initiative && { initiative: Number(said.initiative) } : { step: said.step }) }),
  [who, byInitiative ? stepper("Initiative", "initiative", mine?.initiative ?? "", 0, 100, "the sheet’s") : field("What is done this turn", offer(h("select", { name: "step" }), STEPS, mine?.step ?? "close_combat")),
    h("p.hint", byInitiative ? "The highest acts first." : "Who fights already acts first, then who shoots, then who joins; all others last. Those of one step act at once.")]);
}
