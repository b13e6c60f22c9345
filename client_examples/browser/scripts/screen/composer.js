/** The Storyteller's dice: for whom, who sees it, against what. Each choice of who sees it serves one roll. */
import { actForm, rolling, say } from "../acts.js";
import { wanted } from "../dialog.js";
import { button, field, fill, h, offer, own, read, stepper, text, tick } from "../dom.js";
import { icon } from "../icons.js";
import { keepDraft, takeDraft } from "../kept.js";
import { odds, ruleOf, winShare } from "../odds.js";
import { byHand } from "../table/by_hand.js";
import { stateFields, strikes, weighing } from "../table/effects.js";
import { hiding, HIDING } from "../table/hiding.js";
import { impairedBy, surgeDice } from "../table/trackers.js";
import { count, percent, plain } from "../words.js";
import { namedDice, namedPool } from "./by_traits.js";

const SEEN = {
  secret: ["screen", " in secret", "Nobody else learns that you rolled."],
  whisper: ["speech", " in a whisper", "You, those you name and the Storytellers see it."],
  private: ["lock", " in private", "Whoever plays the character sees it, and the Storytellers."],
  blind: ["blind", " blind", "You see the dice; all others, only that it was rolled."],
  public: ["people", "", "Everyone sees the dice."],
};
const ABOUT = ["ordinary", "physical", "social", "mental", "willpower", "humanity"];
/** The pools of a quick NPC, as traits on its sheet. */
export const POOLS = ["physical", "social", "mental"];
const LATEST = 4;

export function composer(session, rolled) {
  const { record } = session;
  let answering = null;
  /** Which opponent of a contest of several answers. */
  let answers;
  /** Whether somebody said who sees it: then another character changes nothing about that. */
  let isSaid = false;

  const who = h("select", { name: "character" });
  const seen = h("fieldset.segments");
  const to = h("fieldset.whisper", { hidden: true });
  const chips = h("div.pills.pool-chips");
  const label = text("label", { placeholder: "Dexterity + Firearms" });
  const about = offer(h("select", { name: "about" }), ABOUT.map((each) => [each, plain(each)]));
  const against = h("select", { name: "against" });
  const dice = stepper("Dice", "pool", 5, 1, 40);
  const difficulty = stepper("Difficulty", "difficulty", "", 1, 99, "none");
  const hunger = stepper("Hunger", "hunger", 0, 0, 5);
  const also = h("fieldset.whisper.also", { hidden: true });
  const weapon = stepper("Weapon", "weapon", 0, 0, 10);
  const harm = field("Its damage", offer(h("select", { name: "damage_kind" }), ["superficial", "aggravated"].map((each) => [each, plain(each)])));
  const surge = tick("Blood Surge", { name: "surge" });
  const hand = byHand(session);
  const weighs = h("fieldset.weighs", { hidden: true });
  const states = stateFields();
  const chances = h("p.chances", { role: "status" });
  const title = h("h2");
  const back = button("Do not answer now", () => answer(null), "quiet");
  /** What somebody had chosen and is not there any more. */
  const gone = h("p.gone");
  const tell = (words) => {
    gone.textContent = words;
    say("speech", [words]);
  };
  const veil = hiding();
  const half = tick("", { name: "half" });
  const free = tick("Win without dice", { name: "free" });
  /** What is fought with, and at what: fetched with the first look at it. */
  let arms = null;
  const more = h("details.more", { ontoggle: () => arms || wanted(() => import("../v5/arms.js"), (part) => {
    arms ??= part.arms(() => record.view.house_rules);
    more.append(arms.gear, arms.shot);
    draw();
  }) }, h("summary", "More", icon("down")), h("div.fields", field("Kind of pool", about), field("Against", against), weapon, harm, hunger), also, surge);
  const form = actForm("Roll", session, request, done,
    gone, h("div.for", field("Roll for", who), seen, back), to,
    h("div.what", field("What for", label), dice, difficulty), chips, weighs, states.element, more, veil.element, half, free, hand.parts, chances);
  rolling(form);
  // Traits of the sheet bring their dots.
  label.addEventListener("input", () => {
    const named = namedPool(record.character(who.value), label.value, record.view.house_rules);
    if (named) form.elements.pool.value = named.dice;
  });
  form.addEventListener("input", () => {
    gone.textContent = "";
    draw();
  });
  const submit = form.querySelector("button.main");
  const element = h("section.pool.composer", { tabindex: -1, "aria-label": "Dice pool" }, title, form);

  /** What the form says, as far as it applies to this roll. */
  function look() {
    const said = read(form);
    const known = record.character(said.character);
    const { house_rules } = record.view;
    const typed = ["ordinary", "willpower", "humanity"].includes(said.about) ? namedPool(known, said.label, house_rules) : null;
    const named = typed?.dice === Number(said.pool) && (said.about === "ordinary" || said.about === typed.kind) ? typed : null;
    const isPlain = ["willpower", "humanity"].includes(named?.kind ?? said.about);
    const struck = new FormData(form).getAll("strike");
    const asked = states.look(record, known?.character);
    const held = known ? weighing(record, known.character, named && named.traits, struck, asked) : { all: [], dice: 0 };
    const visibility = answering ? record.entries.findLast(({ event }) => event.roll === answering.roll && event.visibility)?.event.visibility : said.visibility;
    const { trackers = {} } = known ?? {};
    const isContest = Boolean(answering || (said.character && said.against));
    const maySurge = known?.kind === "vampire" && !isPlain;
    const isSurging = maySurge && "surge" in said;
    const categories = named ? named.categories : isPlain || said.about === "ordinary" ? [] : [said.about];
    const n = Number(said.pool);
    const plus = (isSurging ? surgeDice(trackers.blood_potency ?? 0, house_rules) : 0) + (named?.hasDiscipline ? Math.floor((trackers.blood_potency ?? 0) / 2) : 0);
    const impaired = impairedBy(trackers, categories, house_rules, held.isRaging);
    const all = Math.max(1, n + plus - (struck.includes("impairment") ? 0 : impaired) + held.dice - (arms?.costs() ?? 0));
    // A Blood Surge is rolled, and in a conflict the dice decide.
    const mayWin = !isContest && !isSurging && said.difficulty > 0 && (all >= 2 * said.difficulty || ruleOf(house_rules, "no_roll") === "storyteller_judgement");
    const unrolled = !isSurging && "half" in said ? "half" : mayWin && "free" in said ? "win" : undefined;
    return { ...said, known, isPlain, visibility, isContest, conflict: answering?.conflict ?? categories[0] ?? "physical", trackers, maySurge, isSurging, categories, n, plus, impaired, all, mayWin, unrolled, named, held, struck, asked };
  }

  function request() {
    const { about: kind, isPlain, isContest, conflict, isSurging, n, character, visibility, categories, named, held, struck, unrolled, asked, ...said } = look();
    const strike = struck.filter((each) => each === "impairment" || held.all.some(({ effect }) => effect === each));
    const pool = { ...(named ? { traits: named.traits } : { pool: n, kind: isPlain ? kind : undefined, categories }),
      label: named ? named.traits.join(" + ") : said.label, character: character || undefined, ...(strike.length && { strike }), surge: isSurging, ...asked,
      ...(unrolled ? { without_dice: unrolled } : hand.entered() && { entered: hand.entered() }) };
    const seenBy = { visibility, to: visibility === "whisper" ? new FormData(form).getAll("to") : [] };
    const aimed = arms && !unrolled ? arms.said({ isContest, conflict }) : {};
    const harmful = { weapon: Number(said.weapon), damage_kind: said.damage_kind, ...aimed };
    const others = new FormData(form).getAll("others").filter((each) => each !== said.against && each !== character);
    if (answering) return { type: "answer_contest", contest: answering.contest, ...pool, ...harmful };
    if (isContest) return { type: "open_contest", ...pool, ...seenBy, ...harmful, against: said.against, ...(others.length && { others }), conflict };
    return { type: "roll", ...pool, ...seenBy, difficulty: said.difficulty ? Number(said.difficulty) : undefined,
      hunger: character ? undefined : Number(said.hunger), ...aimed, ...(veil.isOn() && { hide_pool: true }) };
  }

  /** What stays on screen is what serves the next roll; what was hidden is not said in the open by it. */
  function done() {
    if (look().visibility !== usual()) form.elements.label.value = "";
    ["surge", "half", "free", "hide_pool"].forEach((name) => { form.elements[name].checked = false; });
    arms?.clear();
    states.clear();
    fill(weighs);
    hand.clear();
    against.value = "";
    also.querySelectorAll("input").forEach((each) => { each.checked = false; });
    gone.textContent = "";
    answering = null;
    fall();
    update();
    rolled();
  }

  /** The room's own visibility; what is hidden stays so. */
  const usual = () => (record.character(who.value)?.hidden ? "secret" : record.view.house_rules.default_visibility);
  const fall = () => {
    isSaid = false;
    (form.querySelector(`[name=visibility][value=${usual()}]`) ?? form.querySelector("[name=visibility]")).checked = true;
  };

  const labelled = (words, visibility) => [visibility !== "public" && icon(SEEN[visibility][0]), words];

  function draw() {
    const { known, trackers, isPlain, isContest, conflict, maySurge, isSurging, n, plus, impaired, all, mayWin, unrolled, visibility, held, struck, ...said } = look();
    const { house_rules } = record.view;
    const everyone = !["secret", "blind"].includes(visibility);
    hunger.hidden = Boolean(known);
    surge.hidden = !maySurge;
    to.hidden = answering || visibility !== "whisper";
    difficulty.hidden = isContest;
    arms?.draw({ isContest, conflict });
    const brings = conflict === "physical" && arms?.isNamed();
    weapon.hidden = !isContest || brings === "arms";
    harm.hidden = !isContest || Boolean(brings);
    half.hidden = isSurging;
    half.lastChild.textContent = `Take half: ${count(Math.floor(all / 2), "success", "successes")}, no dice`;
    free.hidden = !mayWin || unrolled === "half";
    veil.draw(visibility, !isContest && !unrolled);
    against.parentNode.hidden = Boolean(answering) || !known;
    also.hidden = Boolean(answering) || !said.against || also.querySelectorAll("input").length === 0;
    back.hidden = !answering;
    seen.hidden = Boolean(answering);
    title.textContent = answering ? `Answer ${record.nameOf(answering.character)}${answering.others ? ` for ${record.nameOf(who.value)}` : ""}` : "Roll";
    const lines = strikes(record, held.all, impaired, struck);
    fill(weighs, lines.length > 0 && h("legend.caption", "Weighs on this pool"), lines);
    weighs.hidden = !lines.length;
    const red = Math.min(all, isPlain ? 0 : known ? trackers.hunger ?? 0 : Number(said.hunger));
    const shares = !isContest && said.difficulty && odds(all - red, red, Number(said.difficulty), house_rules);
    fill(chances, shares ? [h("strong", `${percent(winShare(shares))} to win`), ` ${percent(shares.critical + shares.messy_critical)} critical`]
      : h("strong", `${count(all - red, "regular die", "regular dice")}, ${red} Hunger`), plus || all !== n ? ` · ${count(all, "die", "dice")} in all` : "",
    h("br"),
    isContest && !answering && visibility === "blind" ? "No contest is blind: choose who sees it." : veil.isOn() ? HIDING : SEEN[visibility]?.[2] ?? "");
    hand.draw(unrolled ? [] : [["regular", all - red], ["hunger", red], ["rouse", isSurging ? 1 : 0]].filter(([, n]) => n > 0));
    if (!submit.dataset.busy) {
      const how = veil.isOn() ? ", pool hidden" : SEEN[visibility]?.[1] ?? "";
      fill(submit, labelled(`${unrolled === "win" ? "Win without dice" : `${unrolled ? "Take half of" : answering ? "Answer with" : isContest ? "Open a contest with" : "Roll"} ${count(all, "die", "dice")}`}${how}`, visibility));
    }
    submit.classList.toggle("veil", visibility !== "public" || veil.isOn());
    element.classList.toggle("hidden-roll", !everyone);
  }

  /** Pools that this character has on its sheet, and those it rolled last. */
  function offerPools() {
    const { traits = {} } = record.character(who.value) ?? {};
    const kept = POOLS.filter((name) => traits[name]).map((name) => [plain(name), traits[name], name]);
    const parts = new Map(record.entries.filter(({ event }) => event.type === "roll_itemised").map(({ event: { roll, items } }) => [roll, items]));
    // A pool that is one number may be less than what was named: what of, is not told.
    const itemsOf = ({ roll, receipt: { items } }) => parts.get(roll) ?? (items?.[0]?.label === "pool" ? [] : items);
    const latest = record.entries.filter(({ event }) => event.type === "roll_resolved" && event.label && (event.character ?? "") === who.value && itemsOf(event)?.length)
      .map(({ event }) => [event.label, namedDice(event.label, itemsOf(event)), "ordinary"]).reverse()
      .filter(([words], i, all) => all.findIndex((each) => each[0] === words) === i && !kept.some((each) => each[0] === words));
    fill(chips, [...kept, ...latest.slice(0, LATEST - Math.min(kept.length, 3))].map(([words, n, kind]) =>
      Object.assign(button([own(words), h("b", n)], () => {
        label.value = words;
        form.elements.pool.value = n;
        about.value = kind;
        draw();
        submit.focus();
      }, "chip-button"), { title: "" })));
    chips.hidden = !chips.childElementCount;
  }

  let offered = null;
  let was;
  /** What happens changes no choice; where it takes one away, the roll does not become more open by that. */
  function offerSeen() {
    const { hidden, owners = [] } = record.character(who.value) ?? {};
    const { default_visibility } = record.view.house_rules;
    const isAnew = offered === null || (!isSaid && default_visibility !== was);
    was = default_visibility;
    const isPlayers = owners.some((owner) => owner !== record.me);
    const may = ["secret", "whisper", ...(isPlayers ? ["private", "blind"] : []), "public"];
    const now = `${hidden} ${may} ${usual()}`;
    if (now === offered) return;
    const before = form.elements.visibility?.value;
    fill(seen, h("legend.unseen", "Who sees it"), h("div.segment", may.map((value) => h("label.pill", h("input", { type: "radio", name: "visibility", value }),
      h("span", value === "public" ? "" : icon(SEEN[value][0]), plain(value))))));
    if ((isSaid || !isAnew) && may.includes(before) && !(hidden && before === "public")) form.elements.visibility.value = before;
    else if (isAnew) fall();
    else form.elements.visibility.value = "secret";
    offered = now;
  }

  /** To another character: what was to be rolled for the one before is not said for this one. */
  function turn() {
    gone.textContent = "";
    offered = null;
    label.value = "";
  }
  who.addEventListener("change", () => {
    turn();
    update();
  });
  against.addEventListener("change", () => update());
  seen.addEventListener("change", () => { isSaid = true; });

  let isBack = false;
  function update() {
    const { view, me } = record;
    if (answering && !view.contests.some(({ contest }) => contest === answering.contest)) {
      if (!submit.dataset.busy) tell("That contest is over.");
      answering = null;
    }
    const mine = ({ owners = [] }) => owners.every((owner) => owner === me);
    const sorted = [...view.characters].sort((a, b) => Number(mine(b)) - Number(mine(a)));
    const names = sorted.map(({ character, name }) => [character, name]);
    const lost = [who, against].find(({ value }) => value && !record.character(value))?.selectedOptions[0].textContent;
    offer(who, answering ? names.filter(([id]) => id === (answers ?? answering.against)) : [...names, ["", "Nobody in particular"]],
      !who.length ? names[0]?.[0] : answering || record.character(who.value) ? who.value : "");
    offer(against, [["", "Nobody"], ...names.filter(([id]) => id !== who.value)]);
    const chosen = new FormData(form).getAll("others");
    const more = names.filter(([id]) => id !== who.value && id !== against.value);
    fill(also, h("legend.caption", "And against"), h("div.row", more.map(([id, name]) => tick(own(name), { name: "others", value: id, checked: chosen.includes(id), "data-key": `also ${id}` }))));
    if (lost) tell(`${lost} is not here any more. Choose anew.`);
    offerSeen();
    if (!isBack) {
      isBack = true;
      // Who sees it stays as it was said.
      isSaid = Boolean(takeDraft(session, form, () => {
        offered = null;
        offerSeen();
      }));
    }
    offerPools();
    const ticked = new FormData(form).getAll("to");
    fill(to, h("legend.caption", "Whisper to"), h("div.row", view.members.filter(({ member }) => member !== me).map(({ member, name }) =>
      tick(own(name), { name: "to", value: member, checked: ticked.includes(member), "data-key": member }))));
    draw();
  }

  /** Begin a roll for a character, from its card. */
  function rollFor(character) {
    answering = null;
    turn();
    update();
    who.value = character;
    offered = null;
    update();
    element.scrollIntoView({ block: "nearest" });
    label.focus();
  }

  /** Answer a contest, or leave it. */
  function answer(contest, side) {
    answering = contest;
    answers = side;
    turn();
    update();
    if (contest) about.value = contest.conflict;
    draw();
    element.scrollIntoView({ block: "nearest" });
    (contest ? label : who).focus();
  }
  /** What the tab on phones says: the next roll is secret. */
  function inSecret() {
    isSaid = !answering;
    if (!answering) form.elements.visibility.value = "secret";
    draw();
  }
  const leave = () => { if (isBack && !answering) keepDraft(session, form); };
  return { element, update, rollFor, answer, inSecret, leave, roll: () => form.requestSubmit() };
}
