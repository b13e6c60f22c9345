/** What a V20 character spends and drinks, each in a dialog that says first what it takes. */
import { actForm, rolling } from "../acts.js";
import { ask } from "../dialog.js";
import { field, fill, h, needStyle, offer, own, read, segments, stepper, text, tick } from "../dom.js";
import { byHand } from "../table/by_hand.js";
import { count, plain } from "../words.js";
import { becomes, wounded } from "./editor.js";
import { ruleOf } from "./rules.js";
import { bloodOf, healed } from "./traits.js";

const ATTRIBUTES = ["strength", "dexterity", "stamina"];
const KINDS = ["bashing", "lethal", "aggravated"].map((kind) => [kind, plain(kind)]);
/** Blood that one level of aggravated damage takes, beside a point of Willpower and a day’s rest. */
const AGGRAVATED_BLOOD = 5;
const MOST_POINTS = 50;
const SEEN = [["", "As the room has it"], ["public", "Everyone"], ["private", "Whoever plays it, and the Storytellers"], ["secret", "Storytellers alone"]];
const reason = () => field("Reason, for the log", text("note", { maxlength: 500 }));

/** Who sees the deed: what is hidden stays so. */
function seenBy({ record }, character) {
  const offered = record.isStoryteller ? SEEN : SEEN.slice(0, -1);
  return field("Who sees it", offer(h("select", { name: "visibility" }), record.character(character).hidden ? SEEN.slice(-1) : offered));
}
const placed = ({ visibility, note }) => ({ note, ...(visibility && { visibility }) });

/** A dialog with one form, *rolling* where it rolls; *look* draws what it says and gives the words of its button, or none where it cannot be done. */
function deed(session, character, title, request, parts, look, does = (form) => form) {
  needStyle("styles/sheets.css");
  const { name } = session.record.character(character);
  const form = does(actForm(title, session, () => ({ ...request(read(form)), character, ...placed(read(form)) }), () => box.close(), parts, seenBy(session, character), reason()));
  const submit = form.querySelector("button.main");
  const draw = () => {
    const words = look(read(form), form);
    if (!submit.dataset.busy) submit.textContent = words || title;
  };
  form.addEventListener("input", draw);
  draw();
  const box = ask([title, " · ", own(name)], [form], { className: "editor v20-editor" });
  return box;
}

const now = (session, character) => session.record.character(character)?.trackers ?? {};
const perTurn = (session, character) => {
  const of = bloodOf(session.record.character(character), session.record.view.house_rules)?.perTurn;
  return of ? `This Generation spends ${count(of, "point")} a turn.` : "";
};

export function spendBlood(session, character) {
  const { kind } = session.record.character(character);
  const uses = [["heal", "Heal"], ["attribute", "Attribute"], ["discipline", "Discipline"], ["other", "Other"]];
  const attribute = segments("Which Attribute", "attribute", ATTRIBUTES.map((each) => [each, plain(each)]));
  const points = stepper("Points", "points", 1, 1, MOST_POINTS);
  const heal = h("div.row.apart", segments("What is healed", "kind", KINDS), stepper("Levels", "levels", 1, 1, 20));
  const resting = tick("A full day’s rest goes with it", { name: "resting" });
  const place = h("div.stack");
  const pool = bloodOf(session.record.character(character), session.record.view.house_rules)?.pool;
  deed(session, character, "Spend blood", ({ use, attribute: raised, points: n, kind: of, levels, resting: is }) => ({ type: "spend_blood", use,
    ...(use === "heal" ? { kind: of, levels: Number(levels), ...(of === "aggravated" && is !== undefined && { resting: true }) } : { points: Number(n) }), ...(use === "attribute" && { attribute: raised }) }),
  [segments("What for", "use", uses, "heal"), attribute, points, heal, resting, place], ({ use, points: n, kind: of, levels, attribute: raised }) => {
    const isHealing = use === "heal";
    attribute.hidden = use !== "attribute";
    points.hidden = isHealing;
    heal.hidden = !isHealing;
    resting.hidden = !isHealing || of !== "aggravated";
    const cost = isHealing ? Number(levels) * (of === "aggravated" ? AGGRAVATED_BLOOD : 1) : Number(n);
    const { blood_pool, health } = now(session, character);
    fill(place, blood_pool !== undefined && (cost > blood_pool ? h("p.hint", `There ${blood_pool === 1 ? "is" : "are"} only ${blood_pool} in the pool.`) : becomes("blood_pool", blood_pool, blood_pool - cost, pool)),
      isHealing && health && (health[of] ? becomes("health", wounded(health), wounded(healed(health, of, Number(levels)))) : h("p.hint", `There is no ${of} damage.`)),
      isHealing && of === "aggravated" && h("p.hint", "Each aggravated level takes five blood, a point of Willpower and a full day’s rest."),
      use === "attribute" && h("p.hint", `${plain(raised)} rises by ${n} until the scene ends.`), kind === "vampire" && h("p.hint", perTurn(session, character)));
    return isHealing ? `Heal ${levels} ${of} for ${cost} blood` : use === "attribute" ? `Raise ${plain(raised)} by ${n} for ${n} blood` : `Spend ${n} blood`;
  });
}

export function wake(session, character) {
  const place = h("div.stack");
  const pool = bloodOf(session.record.character(character), session.record.view.house_rules)?.pool;
  deed(session, character, "Wake", () => ({ type: "spend_blood", use: "wake" }), [h("p", "Waking takes one blood and gives one Willpower back. Without blood it is torpor."), place], () => {
    const { blood_pool, willpower } = now(session, character);
    fill(place, blood_pool > 0 && becomes("blood_pool", blood_pool, blood_pool - 1, pool), blood_pool === 0 && h("p.hint", "There is no blood left: this is torpor."),
      willpower && blood_pool > 0 && becomes("willpower", willpower, { ...willpower, current: Math.min(willpower.boxes, willpower.current + 1) }));
    return "Wake for 1 blood";
  });
}

const USES = [["ignore_wounds", "Ignore wounds this turn"], ["hold_frenzy", "Hold a frenzy back"], ["hold_derangement", "Hold a derangement back"], ["other", "Something else"]];
export function spendWillpower(session, character) {
  const place = h("div.stack");
  deed(session, character, "Spend Willpower", ({ use }) => ({ type: "spend_willpower", use }), [field("What for", offer(h("select", { name: "use" }), USES)), place], ({ use }) => {
    const { willpower } = now(session, character);
    fill(place, willpower && (willpower.current ? becomes("willpower", willpower, { ...willpower, current: willpower.current - 1 }) : h("p.hint", "No Willpower is left to spend.")),
      use === "ignore_wounds" && h("p.hint", "Wounds take no dice until the turn ends."), h("p.hint", "A point for one more success is spent with its roll, in the pool."));
    return "Spend 1 Willpower";
  });
}

/** What drinking so much of an adult means. */
const harmOf = (points) => (points > 9 ? "death" : points > 5 ? "a hospital" : points > 2 ? "weakness" : "");
export function drink(session, character) {
  const place = h("div.stack");
  const before = stepper("Lost before", "drunk_before", 0, 0, 10);
  const pool = bloodOf(session.record.character(character), session.record.view.house_rules)?.pool;
  deed(session, character, "Drink", ({ points, source, drunk_before }) => ({ type: "drink_blood", points: Number(points), source, ...(source === "human" && { drunk_before: Number(drunk_before) }) }),
    [segments("Of what", "source", [["human", "A human"], ["other", "Something else"]]), h("div.fields", stepper("Points", "points", 2, 1, MOST_POINTS), before), place], ({ points, source, drunk_before }) => {
      before.hidden = source !== "human";
      const { blood_pool } = now(session, character);
      const after = pool ? Math.min(pool, blood_pool + Number(points)) : blood_pool + Number(points);
      const harm = source === "human" && harmOf(Number(points) + Number(drunk_before));
      fill(place, blood_pool !== undefined && becomes("blood_pool", blood_pool, after, pool), after < blood_pool + Number(points) && h("p.hint", `${blood_pool + Number(points) - after} finds no room.`),
        harm && h("p.hint", `So much means ${harm} for a human.`), source === "human" && h("p.hint", "There are ten points in an adult."));
      return `Drink ${points} blood`;
    });
}

/** What a sin is against: the hierarchy of Humanity, from what only saints mind to what nobody may do. */
const SINS = ["Selfish thoughts", "Minor selfish acts", "Hurting others", "Theft", "Harm by accident", "Damage meant", "A crime of passion", "A planned crime", "A casual crime", "Utter perversion"];

export function degeneration(session, character) {
  const hand = byHand(session);
  const house = session.record.view.house_rules;
  const difficulty = stepper("Difficulty", "difficulty", "", 2, 10, ruleOf(house, "degeneration_difficulty") === "storyteller" ? "say it" : "8");
  const sins = SINS.map((words, i) => [String(10 - i), `${10 - i}: ${words}`]);
  deed(session, character, "Roll against degeneration", ({ sin, difficulty: said }) => ({ type: "roll_degeneration", sin: Number(sin), ...(said && { difficulty: Number(said) }), ...(hand.entered() && { entered: hand.entered() }) }),
    [field("The sin, by the rating that it offends", offer(h("select", { name: "sin" }), sins)), difficulty, h("p.hint", "Conscience or Conviction is rolled. A failure takes a point of Humanity or of the Path; a botch a dot of the Virtue too."), hand.parts].flat(),
    () => {
      hand.draw([["regular", null]]);
      return "Roll against degeneration";
    }, rolling);
}

export function resist(session, character) {
  const hand = byHand(session);
  deed(session, character, "Resist the Beast", ({ kind, difficulty }) => ({ type: "resist_beast", kind, difficulty: Number(difficulty), ...(hand.entered() && { entered: hand.entered() }) }),
    [segments("What stirs", "kind", [["frenzy", "Frenzy"], ["rotschreck", "Rötschreck"]]), stepper("Difficulty", "difficulty", 6, 2, 10), h("p.hint", "Self-Control against frenzy, Courage against Rötschreck. Successes add up until the Beast is held."), hand.parts].flat(),
    ({ kind }) => {
      hand.draw([["regular", null]]);
      return kind === "frenzy" ? "Resist frenzy" : "Resist Rötschreck";
    }, rolling);
}

export function initiative(session, character) {
  const hand = byHand(session);
  deed(session, character, "Roll initiative", ({ celerity, fixed }) => ({ type: "roll_initiative", ...(Number(celerity) && { celerity: Number(celerity) }), ...(fixed !== undefined && { fixed: true }), ...(hand.entered() && { entered: hand.entered() }) }),
    [h("p", "Dexterity and Wits with one die; wounds take from it."), stepper("Celerity that counts", "celerity", 0, 0, 10), tick("A fixed 6 in place of the die", { name: "fixed" }), hand.parts].flat(), ({ fixed }) => {
      hand.draw(fixed === undefined ? [["regular", 1]] : []);
      return "Roll initiative";
    }, rolling);
}

export function declare(session, character) {
  const { name } = session.record.character(character);
  const form = actForm("Declare it", session, () => ({ type: "declare_action", character, text: read(form).text }), () => box.close(),
    field("What is done this turn", text("text", { required: true, maxlength: 500, "data-first": true })), h("p.hint", "Who acts last declares first."));
  const box = ask(["Declare · ", own(name)], [form], { className: "editor" });
}
