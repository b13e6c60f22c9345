/** The dice pool: its parts, against what, for whom, who sees it, and how likely it is. Also for contests. */
import { actForm, refuse, rolling } from "../acts.js";
import { wanted } from "../dialog.js";
import { button, field, fill, h, offer, own, pills, read, segments, stepper, text, tick } from "../dom.js";
import { icon } from "../icons.js";
import { keepDraft, keepPools, readPools, takeDraft } from "../kept.js";
import { dieFace } from "../marks.js";
import { odds, OUTCOMES, ruleOf, winShare } from "../odds.js";
import { awaited } from "../sides.js";
import { count, percent, plain } from "../words.js";
import { byHand } from "./by_hand.js";
import { pickPart } from "./editors.js";
import { stateFields, strikes, weighing } from "./effects.js";
import { hiding, HIDING } from "./hiding.js";
import { asTraits, briefly, dotsOf, kindOf, readParts } from "./parts.js";
import { impairedBy, leftOf, surgeDice } from "./trackers.js";

const OFFERED = {
  player: ["public", "private", "blind", "whisper"], bot: ["public", "private", "blind", "whisper"],
  storyteller: ["public", "secret", "private", "whisper"],
};
const HOW = { public: "", secret: " in secret", blind: " blind", private: " in private", whisper: " in a whisper" };
const SEEN_BY = {
  public: "Everybody sees the dice.", secret: "Storytellers alone; nobody else learns of it.",
  private: "You, who plays the character, and the Storytellers.", blind: "Storytellers see the dice; you and all others, only that you rolled.",
  whisper: "You, those you name and the Storytellers.",
};
const CONFLICTS = [["physical", "Physical"], ["social", "Social"], ["mental", "Mental"]];
const MOST_SHOWN = 12;
const MOST_KEPT = 4;
const MOST_DICE = 40;
const sum = (parts) => parts.reduce((all, { dice }) => all + dice, 0);
const sameParts = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/**
 * @param {object} seat whose pools are remembered
 * @param {() => void} rolled called when a roll was accepted
 */
export function pool(session, seat, rolled) {
  const { record } = session;
  const kept = readPools(seat);
  let parts = kept.last[0] ?? [];
  let mode = {};

  const who = h("select", { name: "character" });
  const forWhom = field("Roll for", who);
  const chips = h("div.pool-chips");
  const list = h("div.parts");
  const total = h("p.total");
  const difficulty = stepper("Difficulty", "difficulty", "", 1, 99, "none");
  const hunger = stepper("Hunger", "hunger", 0, 0, 5);
  const seen = h("fieldset.segments", h("legend.caption", "Who sees it"), h("div.segment"));
  const seenBy = h("p.hint.seen-by");
  const to = h("fieldset.to", { hidden: true });
  const weighs = h("fieldset.weighs", { hidden: true });
  const states = stateFields();
  const surgeDetail = h("span.long");
  const surge = tick(h("span", h("span.long", "Blood "), "Surge", surgeDetail), { name: "surge" });
  surge.classList.add("surge");
  const against = h("select", { name: "against" });
  const weapon = stepper("Weapon", "weapon", 0, 0, 10);
  const harm = segments("It deals", "damage_kind", [["superficial", "Superficial"], ["aggravated", "Aggravated"]]);
  const contest = h("div.contest-fields", { hidden: true }, field("Against", against), segments("Conflict", "conflict", CONFLICTS), weapon, harm);
  /** What is fought with, fetched for the first contest or called shot. */
  let arms = null;
  const fetchArms = (then) => (arms ? then() : wanted(() => import("../v5/arms.js"), (part) => {
    arms ??= part.arms(() => record.view.house_rules);
    contest.append(arms.gear);
    shotPlace.append(arms.shot);
    draw();
    then();
  }));
  const shotPlace = h("div", { hidden: true });
  const aiming = button("Called shot", () => fetchArms(() => {
    shotPlace.hidden = !shotPlace.hidden;
    if (shotPlace.hidden) arms.clear();
    else shotPlace.querySelector("select").focus();
    draw();
  }), "quiet note-button");
  /** The next roll is at nothing in particular. */
  function aimAtNothing() {
    arms?.clear();
    shotPlace.hidden = true;
  }
  const veil = hiding();
  const half = tick("Take half", { name: "half" });
  const free = tick("", { name: "free" });
  const hand = byHand(session);
  const note = field("Note, told with the roll", text("note", { maxlength: 500 }));
  note.hidden = true;
  const noting = button([icon("pencil"), "Note"], () => {
    note.hidden = !note.hidden;
    noting.setAttribute("aria-expanded", String(!note.hidden));
    if (!note.hidden) note.querySelector("input").focus();
  }, "quiet note-button");
  noting.setAttribute("aria-expanded", "false");
  const win = h("p.win");
  const bar = h("div.odds", { "aria-hidden": "true" });
  const legend = h("ul.legend");
  const preview = h("p.preview");
  const small = h("p.preview.small", { "aria-hidden": "true" });
  const heading = h("h2", "Dice pool");
  const cancel = button("Not now", () => begin({}), "quiet");
  const form = actForm("Roll", session, request, () => {
    form.elements.surge.checked = false;
    veil.clear();
    form.elements.note.value = "";
    half.firstChild.checked = free.firstChild.checked = false;
    states.clear();
    aimAtNothing();
    // What did not count for this roll may for the next.
    fill(weighs);
    hand.clear();
    remember();
    const wasContest = mode.open || mode.answer;
    if (wasContest) begin({});
    choose();
    draw();
    rolled();
  }, h("header.pool-head", heading, chips, cancel), forWhom, h("div.parts-row", list, total), contest,
  h("div.against", difficulty, stepper("Modifier", "modifier", 0, -MOST_DICE, MOST_DICE), hunger, seen), to, veil.element, seenBy, weighs, states.element,
  h("div.chance-row", win, h("div.extras", noting, aiming, surge), small), bar, legend, shotPlace, half, free, hand.parts, note);
  const submit = form.querySelector("button.main");
  form.append(h("div.pool-end", preview, submit));
  rolling(form);
  form.addEventListener("input", draw);
  form.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      form.requestSubmit();
    }
  });
  const element = h("section.pool", { tabindex: -1, "aria-label": "Dice pool" }, form);

  /** For whom a contest is answered: who was named, or the first of one's own that it waits for. */
  const answering = () => mode.side ?? awaited(mode.answer).find((id) => record.owns(id)) ?? mode.answer.against;
  const character = () => record.character(mode.open ?? (mode.answer && answering()) ?? who.value);
  /** Dots that the sheet knows, and its trackers that can be rolled. */
  function sheet() {
    const { trackers: { willpower, humanity } = {} } = character() ?? {};
    return { ...dotsOf(character()), ...(willpower && leftOf(willpower) > 0 && { Willpower: leftOf(willpower) }), ...(humanity && { Humanity: humanity }) };
  }
  /** The same, and dots that were named before. */
  const known = () => ({ ...kept.dots[character()?.character ?? ""], ...sheet() });

  /** What the form says, as far as it applies to this pool. */
  function look() {
    const said = read(form);
    const { kind, trackers = {} } = character() ?? {};
    const pool = readParts(parts);
    const modifier = Number(said.modifier) || 0;
    const hasBlood = ["vampire", "thin_blood"].includes(kind) && !pool.kind;
    const isSurging = hasBlood && "surge" in said;
    const { house_rules } = record.view;
    const named = kind ? asTraits(parts, sheet(), ruleOf(house_rules, "pool_kinds") === "skill_alone_too") : null;
    const struck = new FormData(form).getAll("strike");
    const asked = states.look(record, kind && character().character);
    const held = kind ? weighing(record, character().character, named && named.traits, struck, asked) : { all: [], dice: 0 };
    const impaired = impairedBy(trackers, named || !pool.kind ? pool.categories : [], house_rules, held.isRaging);
    const loss = struck.includes("impairment") ? 0 : impaired;
    // The Blood strengthens what it does by itself: a mere number of dice has that in it.
    const blood = named?.hasDiscipline ? Math.floor((trackers.blood_potency ?? 0) / 2) : 0;
    const aimed = arms?.costs() ?? 0;
    const bonus = isSurging ? surgeDice(trackers.blood_potency ?? 0, house_rules) : 0;
    const all = Math.max(1, sum(parts) + modifier + bonus + blood - loss + held.dice - aimed);
    const red = Math.min(all, pool.kind ? 0 : kind ? (hasBlood && trackers.hunger) || 0 : Number(said.hunger) || 0);
    const isContest = Boolean(mode.open || mode.answer);
    const conflict = (mode.answer ?? said).conflict;
    const mayHalve = record.isStoryteller && !isSurging;
    // A Blood Surge is rolled, and in a conflict the dice decide.
    const mayWin = !isContest && !isSurging && Number(said.difficulty) > 0 && (all >= 2 * Number(said.difficulty) || ruleOf(house_rules, "no_roll") === "storyteller_judgement");
    const unrolled = mayHalve && "half" in said ? "half" : mayWin && "free" in said ? "win" : undefined;
    return { ...said, pool, modifier, hasBlood, isSurging, loss, impaired, all, red, trackers, named, held, struck, blood, aimed, isContest, conflict, mayHalve, mayWin, unrolled, asked };
  }

  function request() {
    if (!parts.length || sum(parts) > MOST_DICE) {
      refuse(form, { code: "page", message: parts.length ? `A pool takes ${MOST_DICE} dice before modifiers.` : "The pool has no dice yet. Add a part first." });
      return null;
    }
    const { pool: { label, dice, extra, kind, categories }, modifier, isSurging, visibility, note, named, held, struck, unrolled, isContest, conflict, asked, ...said } = look();
    const id = character()?.character;
    const modifiers = [...(named ? [] : extra).map((part) => ({ label: part.name, dice: part.dice })), ...(modifier ? [{ label: "Modifier", dice: modifier }] : [])];
    const entered = hand.entered();
    const strike = struck.filter((each) => each === "impairment" || held.all.some(({ effect }) => effect === each));
    const base = { ...(named ? { traits: named.traits, specialty: named.specialty, kind } : { pool: dice, kind, categories: kind ? [] : categories }),
      label, modifiers, surge: isSurging, note, ...(strike.length && { strike }), ...(entered && !unrolled && { entered }), ...(unrolled && { without_dice: unrolled }), ...asked };
    const placed = { visibility, to: visibility === "whisper" ? new FormData(form).getAll("to") : [] };
    const fought = arms && !unrolled ? arms.said({ isContest, conflict }) : {};
    const dealt = { weapon: Number(said.weapon), damage_kind: said.damage_kind, ...fought };
    if (mode.open) return { type: "open_contest", character: id, against: said.against, conflict, ...base, ...placed, ...dealt };
    if (mode.answer) return { type: "answer_contest", contest: mode.answer.contest, character: id, ...base, ...dealt };
    return { type: "roll", character: id, difficulty: said.difficulty ? Number(said.difficulty) : undefined, hunger: id ? undefined : Number(said.hunger), ...base, ...placed, ...fought, ...(veil.isOn() && { hide_pool: true }) };
  }

  // --- parts and pools -------------------------------------------------------------------------

  function setParts(next) {
    parts = next;
    draw();
  }
  function pick(index) {
    pickPart(index < 0 ? null : parts[index], known(), (made) => {
      if (made) (kept.dots[character()?.character ?? ""] ??= {})[made.name] = made.dice;
      keepPools(seat, kept);
      setParts(index < 0 ? [...parts, made] : parts.map((part, i) => (i === index ? made : part)).filter(Boolean));
      list.children[Math.min(index < 0 ? parts.length - 1 : index, list.children.length - 1)]?.querySelector("button")?.focus();
    });
  }
  function drawParts() {
    fill(list, parts.map((part, i) => h("span.part-slot", h("button.part", { type: "button", "data-key": `part ${i}`, onclick: () => pick(i) },
      h("small", kindOf(part, parts)), h("span", h("strong", own(part.name || "Dice")), " ", h("b", part.dice)), icon("chevron")))),
    h("span.part-slot", parts.length ? button([icon("plus"), h("span.unseen", "Add a part")], () => pick(-1), "plus")
      : button([icon("plus"), h("span", "Choose what you roll")], () => pick(-1), "part first")));
  }

  /** A pool that everyone saw may be offered again; what was hidden is not said anywhere. */
  function remember() {
    const isUsual = read(form).visibility === record.view.house_rules.default_visibility || !form.elements.visibility.value;
    if (!isUsual) {
      parts = kept.last[0] ?? [];
      return;
    }
    kept.last = [parts, ...kept.last.filter((each) => !sameParts(each, parts))].slice(0, MOST_KEPT);
    keepPools(seat, kept);
  }
  function drawChips() {
    const others = kept.last.filter((each) => !sameParts(each, parts));
    const isSaved = kept.saved.some((each) => sameParts(each, parts));
    const saved = h("details.menu.saved-pools", h("summary", "Saved pools", icon("down")), h("div.menu-list",
      kept.saved.map((each) => button(briefly(each), () => setParts(each))), !kept.saved.length && h("p.hint", "None yet."),
      parts.length > 0 && button(isSaved ? "Take this pool off the list" : "Save this pool", () => {
        kept.saved = isSaved ? kept.saved.filter((each) => !sameParts(each, parts)) : [...kept.saved, parts].slice(-12);
        keepPools(seat, kept);
        drawChips();
      }, "quiet")));
    const quick = [parts, ...others, ...kept.saved.filter((each) => ![parts, ...others].some((other) => sameParts(each, other)))].filter((each) => each.length).slice(0, MOST_KEPT);
    fill(chips, others[0] && button([icon("again"), "Last: ", own(readParts(others[0]).label || "a pool")], () => setParts(others[0]), "pool-chip last"), saved,
      h("div.quick", quick.map((each) => h("button.pool-chip", { type: "button", "aria-pressed": String(each === parts), onclick: () => setParts(each) }, own(briefly(each))))));
  }

  // --- what it comes to ------------------------------------------------------------------------

  function drawOdds({ all, red, difficulty: needed }) {
    const isContest = mode.open || mode.answer;
    needed ||= ruleOf(record.view.house_rules, "no_difficulty") === "treat_as_1" && 1;
    const shares = needed && !isContest && odds(all - red, red, Number(needed), record.view.house_rules);
    bar.hidden = legend.hidden = !shares;
    if (!shares) {
      fill(win, h("span.hint", isContest ? "More successes than the other side win." : "No Difficulty: successes are counted, nothing is judged."));
      return;
    }
    const shown = { ...shares, failure: shares.failure + shares.total_failure };
    fill(win, h("strong", percent(winShare(shares))), " to win");
    const parts = OUTCOMES.filter((each) => each !== "total_failure" && shown[each] > 0);
    fill(bar, parts.map((each) => {
      const segment = h(`span.${each}`);
      segment.style.flexGrow = Math.max(.012, shown[each]);
      return segment;
    }));
    fill(legend, parts.map((each) => h("li", h(`span.swatch.${each}`), plain(each), " ", h("strong", percent(shown[each])))));
  }
  const verb = () => (mode.answer ? "Answer with" : mode.open ? "Challenge with" : hand.entered() ? "Enter" : "Roll");
  function draw() {
    const now = look();
    const { all, red, loss, impaired, blood, aimed, hasBlood, visibility = "public", trackers, isSurging, held, struck, isContest, conflict, mayHalve, mayWin, unrolled } = now;
    hunger.hidden = Boolean(character());
    surge.hidden = !hasBlood;
    surgeDetail.textContent = trackers.blood_potency === undefined ? "" : `, +${surgeDice(trackers.blood_potency, record.view.house_rules)} dice`;
    const lines = strikes(record, held.all, impaired, struck);
    fill(weighs, lines.length > 0 && h("legend.caption", "Weighs on this pool"), lines);
    weighs.hidden = !lines.length;
    to.hidden = visibility !== "whisper" || Boolean(mode.answer);
    seen.hidden = Boolean(mode.answer);
    difficulty.hidden = isContest;
    contest.hidden = !isContest;
    against.parentNode.hidden = !mode.open;
    contest.children[1].hidden = !mode.open;
    arms?.draw({ isContest, conflict });
    const brings = conflict === "physical" && arms?.isNamed();
    weapon.hidden = brings === "arms";
    harm.hidden = Boolean(brings);
    weapon.firstChild.textContent = conflict === "physical" ? "Weapon" : "Added damage";
    half.hidden = !mayHalve;
    half.lastChild.textContent = `Take half: ${count(Math.floor(all / 2), "success", "successes")}, no dice`;
    free.hidden = !mayWin || unrolled === "half";
    free.lastChild.textContent = record.isStoryteller ? "Win without dice" : "Ask to win without dice";
    cancel.hidden = !isContest;
    chips.hidden = isContest;
    heading.textContent = mode.answer ? `Answer ${record.nameOf(mode.answer.character)}` : mode.open ? "Begin a contest" : "Dice pool";
    veil.draw(visibility, !isContest && !unrolled);
    const how = veil.isOn() ? ", pool hidden" : HOW[visibility];
    seenBy.textContent = mode.answer ? "Whoever sees the contest sees your dice." : veil.isOn() ? HIDING : (SEEN_BY[visibility] ?? "");
    seenBy.classList.toggle("is-public", visibility === "public" && !veil.isOn());
    fill(total, parts.length ? [h("strong", all), all === 1 ? " die" : " dice"] : "", blood ? h("small.gain", `+${blood}, Blood Potency`) : "", loss ? h("small", `−${loss}, impaired`) : "",
      held.dice > 0 ? h("small.gain", `+${held.dice}, helped`) : held.dice ? h("small", `−${-held.dice}, held back`) : "", aimed ? h("small", `−${aimed}, called shot`) : "");
    drawParts();
    drawChips();
    drawOdds(now);
    hand.draw(unrolled ? [] : [["regular", all - red], ["hunger", red], ["rouse", isSurging ? 1 : 0]].filter(([, n]) => n > 0));
    const blanks = () => h("span.blanks", all <= MOST_SHOWN && Array.from({ length: all }, (_, i) => dieFace(i < all - red ? "regular" : "hunger", null)));
    fill(preview, parts.length > 0 && [blanks(), h("span.counts", `${all - red} regular, ${red} Hunger`)]);
    fill(small, parts.length > 0 && blanks());
    if (!submit.dataset.busy) submit.textContent = unrolled ? unrolled === "half" ? `Take half of ${count(all, "die", "dice")}${mode.answer ? "" : how}` : `${record.isStoryteller ? "Win" : "Ask for a win"} without dice${how}` : parts.length ? `${verb()} ${count(all, "die", "dice")}${mode.answer ? "" : how}` : "Roll";
    submit.classList.toggle("veil", (visibility !== "public" || veil.isOn()) && !mode.answer);
  }

  /** A choice of who sees it serves one roll; then the room's default stands again. */
  const choose = () => { form.elements.visibility.value = record.view.house_rules.default_visibility; };

  /** Build a pool for a contest: {open: character} or {answer: contest}; {} is an ordinary roll. */
  function begin(next) {
    mode = next;
    aimAtNothing();
    const others = record.view.characters.filter(({ character: id }) => id !== mode.open);
    if (mode.open || mode.answer) fetchArms(() => {});
    if (mode.open) offer(against, others.map(({ character: id, name }) => [id, name]));
    draw();
  }

  /** What was picked off the sheet follows it. */
  let before = {};
  function follow() {
    const now = { id: character()?.character, dots: sheet() };
    const { id, dots = {} } = before;
    if (id === now.id) parts = parts.map((part) => (dots[part.name] === part.dice && now.dots[part.name] ? { ...part, dice: now.dots[part.name] } : part));
    before = now;
  }

  let offeredTo;
  let usual;
  let isChosen = false;
  /** Whether what was left undone before the replay is here again. */
  let isBack = false;
  who.addEventListener("change", () => { isChosen = true; });
  function update() {
    const { isStoryteller, view, me, role } = record;
    element.hidden = !OFFERED[role];
    if (element.hidden) return;
    const mine = view.characters.filter(({ character: id }) => record.owns(id));
    const offered = isStoryteller ? view.characters : mine;
    offer(who, [...offered.map(({ character: id, name }) => [id, name]), ["", "Nobody in particular"]], record.owns(who.value) || (isChosen && !who.value) ? who.value : mine[0]?.character ?? "");
    forWhom.hidden = !isStoryteller && offered.length < 2;
    if (role !== offeredTo) {
      fill(seen.lastChild, pills("visibility", OFFERED[role], plain));
      choose();
      offeredTo = role;
    }
    // A new default of the room's holds here too, unless somebody chose otherwise.
    const { default_visibility } = view.house_rules;
    if (default_visibility !== usual && form.elements.visibility.value === usual) choose();
    usual = default_visibility;
    follow();
    if (mode.answer && !view.contests.some(({ contest: id }) => id === mode.answer.contest)) begin({});
    if (!isBack) {
      isBack = true;
      const draft = takeDraft(session, form);
      parts = draft?.parts ?? parts;
      isChosen = Boolean(draft) && !who.value;
    }
    const ticked = new FormData(form).getAll("to");
    fill(to, h("legend.caption", "Whisper to"), h("div.row", view.members.filter(({ member }) => member !== me).map(({ member, name }) =>
      tick(own(name), { name: "to", value: member, checked: ticked.includes(member), "data-key": member }))));
    draw();
  }
  return {
    element, update, begin,
    leave: () => { if (record.view && isBack && !mode.open && !mode.answer) keepDraft(session, form, { parts }); },
    roll: () => form.requestSubmit(),
    focus: () => {
      element.scrollIntoView({ block: "nearest" });
      (list.querySelector("button") ?? element).focus();
    },
    character: () => who.value || undefined,
    /** What is done with the pool, where that is no ordinary roll. */
    title: () => (mode.open || mode.answer ? heading.textContent : ""),
    /** The pool as it stands, for a button elsewhere. */
    brief: () => ({ label: readParts(parts).label, brief: parts.length ? briefly(parts) : "", dice: look().all }),
    onchange(does) { form.addEventListener("input", does); },
  };
}
