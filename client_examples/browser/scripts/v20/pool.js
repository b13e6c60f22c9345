/** The V20 dice pool, a player's and a Storyteller's: by traits or by dice, against what, who sees it, and how likely it is. */
import { actForm, refuse, rolling, say } from "../acts.js";
import { button, field, fill, h, offer, own, read, segments, stepper, text, tick } from "../dom.js";
import { icon } from "../icons.js";
import { keepDraft, keepPools, readPools, takeDraft } from "../kept.js";
import { byHand } from "../table/by_hand.js";
import { strikes, weighing } from "../table/effects.js";
import { hiding, HIDING } from "../table/hiding.js";
import { count, plain } from "../words.js";
import { dieFace } from "./marks.js";
import { appliedDifficulty, hungerOf, MOST_DICE, shareOf, specialtyRefusal, splits, traitPool, woundsOf } from "./pool_parts.js";
import { ruleOf } from "./rules.js";
import { ABILITIES, ATTRIBUTES, GROUPS, kindOf, LEVELS, moralityOf, otherTraits, ownAbilities, ratingOf, specialtiesOf, virtuesOf } from "./traits.js";
import { DIFFICULTIES, signed } from "./words.js";

const PLAYERS = ["public", "private", "blind", "whisper"];
const HOW = { public: "", secret: " in secret", blind: " blind", private: " in private", whisper: " in a whisper" };
const SEEN_BY = {
  public: "Everybody sees the dice.", secret: "Storytellers alone; nobody else learns of it.", private: "You, whoever plays the character, and the Storytellers.",
  blind: "Storytellers see the dice; all others, only that it was rolled.", whisper: "You, those you name and the Storytellers.",
};
const KINDS = [["action", "An action"], ["damage", "Damage"], ["soak", "Soak"], ["willpower", "Willpower"], ["virtue", "A Virtue"]];
const MOST_SHOWN = 12;
const MOST_KEPT = 4;
const numbers = (words) => (words.match(/\d+/g) ?? []).map(Number);
const optionsOf = (title, names, character) => names.length > 0 && h("optgroup", { label: title }, names.map((name) => h("option", { value: name }, `${name} ${ratingOf(character, name)}`)));

/** The same behind the screen. */
export const composer = (session, rolled) => pool(session, null, rolled);

/**
 * @param {?object} seat whose pools are remembered; null for a Storyteller
 * @param {() => void} rolled called when a roll was accepted
 */
export function pool(session, seat, rolled) {
  const { record } = session;
  const kept = seat ? readPools(seat) : {};
  kept.v20 ??= [];
  let isSaid = false;
  /** What the pool is for, where that is no roll by itself: {open: character}, {answer: contest},
   * {damage: proposal, character}, {hit: character} for damage without a contest. */
  let mode = {};
  /** How the pool is put together where there is a sheet. */
  let way = "traits";

  const who = h("select", { name: "character" });
  const forWhom = field("Roll for", who);
  const chips = h("div.pool-chips.v20-chips");
  const by = segments("Pool by", "by", [["traits", "Traits"], ["dice", "Dice"]]);
  const first = h("select", { name: "first" });
  const second = h("select", { name: "second" });
  const withWhat = field("With", second);
  const specialty = h("select", { name: "specialty" });
  const special = field("Specialty", specialty);
  const traits = h("div.by-traits", field("Trait", first), withWhat, special);
  const label = text("label", { placeholder: "What for" });
  const named = h("div.fields.wide.by-dice", field("What for", label), stepper("Dice", "pool", 5, 1, MOST_DICE), field("Kind of roll", offer(h("select", { name: "kind" }), KINDS)));
  const fetchPart = (load, take) => load.then(take).then(draw).catch((problem) => console.warn("A part of the pool could not be fetched:", problem));
  /** What it is aimed at, fetched with the first contest, damage or task. */
  let aim = null;
  const [aimed, toward] = [h("div", { hidden: true }), h("div", { hidden: true })];
  const fetchAim = () => fetchPart(import("./aims.js"), ({ aims }) => {
    if (aim) return;
    aim = aims(session);
    aimed.replaceWith(aim.contest);
    toward.replaceWith(aim.toward);
  });
  const heading = h("h2", "Dice pool");
  const cancel = button("Not now", () => begin({}), "quiet");
  const total = h("p.total");
  const difficulty = stepper("Difficulty", "difficulty", 6, 2, 10);
  const called = h("small.called");
  difficulty.append(called);
  const seen = h("fieldset.segments", h("legend.caption", "Who sees it"), h("div.segment"));
  const seenBy = h("p.hint.seen-by");
  const to = h("fieldset.to.whisper", { hidden: true });
  const weighs = h("fieldset.weighs", { hidden: true });
  const veil = hiding();
  const willpower = tick("Spend Willpower: one success more", { name: "willpower" });
  const calm = tick("Nothing presses: dice enough succeed without a roll", { name: "calm" });
  const hand = byHand(session);
  const several = h("div.stack.several", h("div.fields.wide", field("Dice of each action alone, in order", text("pools", { inputmode: "numeric", placeholder: "6 5" })),
    stepper("This roll is number", "place", 1, 1, 10), field("Dice that each gets", text("shares", { inputmode: "numeric", placeholder: "3 2" }))), h("p.hint"));
  const bySpecialty = h("div.fields.wide.by-dice", field("Specialty", text("specialty_name")), stepper("Dots of its trait", "specialty_rating", "", 1, 10, "none"));
  const more = h("details.more", h("summary", "More", icon("down")), h("div.stack", h("div.fields", stepper("Harder by", "raised", 0, 0, 8), stepper("Tries before", "retries", 0, 0, 8),
    stepper("Successes from elsewhere", "automatic", 0, 0, 20)), bySpecialty, h("h3", "Several actions this turn"), several, calm, field("Note, told with the roll", text("note", { maxlength: 500 }))));
  const chance = { win: h("p.win"), bar: h("div.odds", { "aria-hidden": "true", hidden: true }), legend: h("ul.legend") };
  /** How likely it is, counted once a pool of somebody's is in sight, or something was said of it. */
  let drawChances = null;
  let isInSight = false;
  const fetchChances = () => drawChances ?? fetchPart(import("./chances.js"), (part) => { ({ drawChances } = part); });
  const preview = h("p.preview");
  const trouble = h("p.hint.trouble", { role: "status" });
  const form = actForm("Roll", session, request, done, h("header.pool-head", heading, forWhom, by, cancel, chips), aimed, h("div.parts-row", h("div.stack.pool-what", traits, named), total),
    h("div.against", difficulty, stepper("Successes needed", "required", 1, 1, 20), stepper("Modifier", "modifier", 0, -MOST_DICE, MOST_DICE), seen), to, veil.element, seenBy,
    toward, h("div.helps", willpower), weighs, more, hand.parts, h("div.chance-row", preview), chance.bar, chance.legend, trouble);
  const submit = form.querySelector("button.main");
  form.append(h("div.pool-end", chance.win, submit));
  rolling(form);
  form.addEventListener("keydown", (event) => event.key === "Enter" && (event.ctrlKey || event.metaKey) && (event.preventDefault(), form.requestSubmit()));
  const element = h(`section.pool.v20-pool${seat ? "" : ".composer"}`, { tabindex: -1, "aria-label": "Dice pool" }, form);
  new IntersectionObserver((seen) => {
    isInSight = seen.some(({ isIntersecting }) => isIntersecting);
    if (isInSight && known()) fetchChances();
  }).observe(element);
  form.addEventListener("input", fetchChances);
  const known = () => record.character(mode.open ?? mode.hit ?? mode.answer?.against ?? mode.character ?? who.value);

  // --- what it comes to ------------------------------------------------------------------------

  /** What the form says, as far as it applies, and what the pool is by it. */
  function look() {
    const said = read(form);
    const character = known();
    const house = record.view.house_rules;
    const byTraits = way === "traits" && Boolean(character?.traits);
    const names = byTraits ? [said.first, said.second].filter(Boolean) : [];
    const built = byTraits ? traitPool(character, names, house) : { items: [[said.label.trim() || "pool", Number(said.pool)]], kind: said.kind, untrained: 0, refusal: "" };
    const made = mode.damage || mode.hit ? { ...built, kind: "damage" } : built;
    const struck = new FormData(form).getAll("strike");
    const wounds = character && made.kind === "action" ? woundsOf(record, character, struck) : 0;
    const held = character && ["action", "damage", "soak"].includes(made.kind) ? weighing(record, character.character, byTraits ? names : null, struck) : { all: [], dice: 0 };
    const modifier = Number(said.modifier) || 0;
    const plainDice = made.items.reduce((sum, [, dice]) => sum + dice, 0) + modifier;
    const hunger = byTraits && made.kind === "virtue" ? hungerOf(character, made.items[0][1], house) : 0;
    // What the attack had beyond its first success.
    const beyond = mode.damage ? record.proposal(mode.damage)?.damage?.amount ?? 0 : 0;
    let dice = Math.max(0, plainDice + (wounds ?? 0) + held.dice + hunger + beyond);
    const planned = { pools: numbers(said.pools), shares: numbers(said.shares), place: Number(said.place) - 1 };
    const isSeveral = planned.pools.length > 1;
    const share = isSeveral ? shareOf(planned, dice, house) : { dice, raised: 0 };
    const shared = share.dice - dice;
    ({ dice } = share);
    const chosen = byTraits ? specialtiesOf(character, names).find(([name]) => name === said.specialty) : said.specialty_name.trim() && [said.specialty_name.trim(), Number(said.specialty_rating) || 0];
    const applied = appliedDifficulty({ assessed: Number(said.difficulty), raised: Number(said.raised) + Number(said.retries) + share.raised, untrained: made.untrained }, house);
    const maySpend = Boolean(character) && made.kind !== "willpower" && (character.trackers?.willpower?.current ?? 1) > 0;
    const isSpending = maySpend && "willpower" in said;
    const refusal = made.refusal || (wounds === null && "Incapacitated: no action is possible.") || share.refusal || (chosen && specialtyRefusal(chosen[1], made.kind, house)) || "";
    return { ...said, house, character, byTraits, names, made, struck, wounds, held, modifier, hunger, beyond, dice, planned, isSeveral, shared, chosen, applied, maySpend, isSpending, refusal,
      given: Number(said.automatic) + Number(isSpending), isUnrolled: record.isStoryteller && "calm" in said && dice >= applied };
  }

  function request() {
    const { made, byTraits, names, chosen, modifier, isSpending, planned, isSeveral, struck, held, visibility, refusal, wounds, ...said } = look();
    if (refusal && wounds !== null) {
      refuse(form, { code: "page", message: refusal });
      return null;
    }
    const strike = struck.filter((each) => each === "wounds" || held.all.some(({ effect }) => effect === each));
    const entered = hand.entered();
    const deed = { character: said.character?.character, ...(byTraits ? { traits: names } : { pool: Number(said.pool), kind: made.kind }),
      label: byTraits ? names.join(" + ") : said.label.trim(), difficulty: Number(said.difficulty), required: Number(said.required), raised: Number(said.raised), retries: Number(said.retries),
      automatic: Number(said.automatic), willpower: isSpending, note: said.note, ...(entered && { entered }), ...(chosen && { specialty: chosen[0], ...(!byTraits && { specialty_rating: chosen[1] || undefined }) }),
      ...(isSeveral && { actions: { pools: planned.pools, place: planned.place, ...(splits(said.house) && { shares: planned.shares }) } }),
      ...(modifier && { modifiers: [{ label: "Modifier", dice: modifier }] }), ...(strike.length && { strike }) };
    const placed = { visibility, to: visibility === "whisper" ? new FormData(form).getAll("to") : [] };
    const { kind, ...plainDeed } = deed;
    // Against whom is chosen in a part that is still to come.
    if ((mode.open || mode.hit) && !aim) return null;
    const at = aim?.said(mode, said);
    if (mode.open) return { type: "open_v20_contest", ...plainDeed, ...placed, ...at };
    if (mode.answer) return { type: "answer_v20_contest", contest: mode.answer.contest, ...plainDeed };
    if (mode.damage) return { type: "roll_v20", ...deed, kind: "damage", proposal: mode.damage, ...placed };
    if (mode.hit) return { type: "roll_v20", ...deed, kind: "damage", ...placed, ...at };
    return { type: "roll_v20", ...deed, ...placed, ...at, ...(veil.isOn() && { hide_pool: true }), ...(record.isStoryteller && "calm" in said && { calm: true }) };
  }

  /** What serves one roll falls back; what was hidden is not said in the open by the next. */
  function done() {
    const isUsual = form.elements.visibility.value === usual();
    if (isUsual) remember();
    else if (!seat) label.value = "";
    Object.assign(form.elements.note, { value: "" });
    ["willpower", "calm"].forEach((name) => { form.elements[name].checked = false; });
    veil.clear();
    fill(weighs);
    hand.clear();
    isSaid = false;
    fall();
    begin({});
    rolled();
  }

  // --- pools that were rolled --------------------------------------------------------------------

  function remember() {
    const { byTraits, names, label: words, pool: dice } = look();
    const now = byTraits ? { names } : { label: words.trim(), dice: Number(dice) };
    kept.v20 = [now, ...kept.v20.filter((each) => JSON.stringify(each) !== JSON.stringify(now))].slice(0, MOST_KEPT);
    if (seat) keepPools(seat, kept);
  }
  function take({ names, label: words, dice }) {
    way = names ? "traits" : "dice";
    if (names) Object.assign(first, { value: names[0] });
    if (names) Object.assign(second, { value: names[1] ?? "" });
    else Object.assign(form.elements.pool, { value: dice });
    if (!names) label.value = words;
    draw();
  }
  function drawChips() {
    const character = known();
    fill(chips, kept.v20.filter(({ names }) => !names || character?.traits).map((each) => button([own(each.names?.join(" + ") ?? (each.label || "Pool")),
      h("b", each.names ? each.names.reduce((sum, name) => sum + ratingOf(character, name), 0) : each.dice)], () => take(each), "pool-chip")));
  }

  const title = () => (mode.answer ? `Answer ${record.nameOf(mode.answer.character)}` : mode.open ? "Begin a contest" : mode.damage || mode.hit ? "Roll damage" : "");
  const verb = () => (mode.answer ? "Answer with" : mode.open ? "Challenge with" : hand.entered() ? "Enter" : "Roll");
  /** Build a pool for something else than a roll by itself; {} is an ordinary roll. */
  function begin(next) {
    mode = next;
    offered = null;
    if (mode.damage || mode.hit) {
      way = "traits";
      first.value = "Strength";
      second.value = "";
    }
    if (record.view) update();
  }

  // --- drawing -----------------------------------------------------------------------------------

  let offeredFor;
  /** The traits that this character has, in the order of its sheet. */
  function offerTraits() {
    const character = known();
    const now = JSON.stringify([character?.character, character?.traits, character?.sheet, character?.trackers?.willpower?.boxes, character?.trackers?.humanity]);
    if (now === offeredFor) return;
    offeredFor = now;
    const [one, other] = [first.value, second.value];
    if (!character?.traits) return;
    const { trackers = {}, sheet } = character;
    const free = [...("willpower" in trackers ? ["Willpower"] : []), ...("humanity" in trackers ? [sheet?.path ? "Path" : "Humanity"] : [])];
    fill(first, Object.entries(ATTRIBUTES).map(([title, names]) => optionsOf(title, names, character)), optionsOf("Virtues", virtuesOf(character), character),
      free.length > 0 && h("optgroup", { label: "Willpower and morality" }, free.map((name) => h("option", { value: name }, `${name === "Path" ? moralityOf(character) : name} ${ratingOf(character, name)}`))),
      optionsOf("Disciplines and others", otherTraits(character), character));
    fill(second, h("option", { value: "" }, "nothing else"), Object.entries(ABILITIES).map(([kind, names]) => optionsOf(GROUPS[kind], [...names, ...ownAbilities(sheet, kind)], character)),
      optionsOf("Disciplines and others", otherTraits(character), character), Object.entries(ATTRIBUTES).map(([title, names]) => optionsOf(title, names, character)));
    first.value = one || "Dexterity";
    second.value = other;
    if (first.selectedIndex < 0) first.selectedIndex = 0;
    if (second.selectedIndex < 0) second.selectedIndex = 0;
  }

  /** What weighs on it, with a tick for what a Storyteller may strike. */
  function drawWeighs({ character, wounds, held, struck, hunger, made }) {
    const level = character?.trackers?.health?.level;
    const hurt = made.kind === "action" && level && (wounds !== 0 || struck.includes("wounds"));
    const words = level === "incapacitated" ? "incapacitated" : `wounds, ${plain(level ?? "")} ${signed(LEVELS[level] ?? 0)}`;
    const line = hurt && (record.isStoryteller ? h("label.tick", h("input", { type: "checkbox", name: "strike", value: "wounds", checked: struck.includes("wounds"), "data-key": "strike wounds" }),
      h("span", "Does not count here: ", words)) : h("p.hint", `${words.charAt(0).toUpperCase()}${words.slice(1)}`));
    const lines = [line, hunger < 0 && h("p.hint", `Hunger ${signed(hunger)}: no more dice than blood`), ...strikes(record, held.all, 0, struck)].filter(Boolean);
    fill(weighs, lines.length > 0 && h("legend.caption", "Weighs on this pool"), lines);
    weighs.hidden = !lines.length;
  }

  function draw() {
    if (!record.view) return;
    offerTraits();
    const hasSheet = Boolean(known()?.traits);
    by.hidden = !hasSheet;
    form.elements.by.value = hasSheet ? way : "dice";
    const isByTraits = hasSheet && way === "traits";
    const stands = isByTraits && ["willpower", "virtue"].includes(kindOf(first.value, known().sheet));
    withWhat.hidden = stands;
    if (stands) second.value = "";
    const own_ = isByTraits ? specialtiesOf(known(), [first.value, second.value].filter(Boolean)) : [];
    offer(specialty, [["", "none"], ...own_.map(([name, dots]) => [name, `${name}, ${dots} dots`])]);
    special.hidden = !own_.length;
    traits.hidden = !isByTraits;
    named.hidden = bySpecialty.hidden = isByTraits;
    const isApart = Object.keys(mode).length > 0;
    if (aim) aim.draw(mode);
    else if (mode.open || mode.hit || record.view.effects.some(({ kind }) => kind === "task")) fetchAim();
    cancel.hidden = !isApart;
    chips.hidden = isApart;
    seen.hidden = Boolean(mode.answer);
    heading.textContent = title() || "Dice pool";
    heading.classList.toggle("asked-for", isApart);
    const now = look();
    const { dice, made, wounds, held, hunger, beyond, modifier, shared, applied, maySpend, visibility = "public", house, isUnrolled, chosen, isSeveral } = now;
    called.textContent = [DIFFICULTIES[now.difficulty], applied !== Number(now.difficulty) && `dice need ${applied}`].filter(Boolean).join(", ");
    willpower.hidden = !maySpend;
    calm.hidden = !record.isStoryteller || isApart;
    fill(several.lastChild, splits(house) ? "All share the dice of the smallest pool." : ruleOf(house, "multiple_actions") === "revised" ? "Each action loses as many dice as there are, and one more than the one before." : "Here several actions change nothing.",
      isSeveral && shared ? ` This one rolls ${count(dice, "die", "dice")}.` : "");
    several.querySelector("[name=shares]").closest(".field").hidden = !splits(house);
    to.hidden = visibility !== "whisper";
    veil.draw(visibility, !isApart && !isUnrolled);
    const how = veil.isOn() ? ", pool hidden" : HOW[visibility];
    seenBy.textContent = veil.isOn() ? HIDING : SEEN_BY[visibility] ?? "";
    seenBy.classList.toggle("is-public", visibility === "public" && !veil.isOn());
    fill(total, h("strong", dice), dice === 1 ? " die" : " dice", [[wounds ?? 0, "wounds"], [held.dice, held.dice > 0 ? "helped" : "held back"], [hunger, "hunger"], [beyond, "from the attack"], [shared, "shared"], [modifier, "modifier"]]
      .filter(([n]) => n).map(([n, words]) => h(`small${n > 0 ? ".gain" : ""}`, `${signed(n)}, ${words}`)), made.untrained > 0 && h("small", "untrained: harder by 1"));
    drawWeighs(now);
    drawChips();
    if (drawChances) drawChances(chance, now);
    else if (isInSight && known()) fetchChances();
    trouble.textContent = now.refusal;
    hand.draw([["regular", dice], ...(chosen && ruleOf(house, "specialty") === "reroll" ? [["rerolled", null]] : [])]);
    fill(preview, dice > 0 && dice <= MOST_SHOWN && h("span.blanks", Array.from({ length: dice }, () => dieFace(null, 0))), h("span.counts", `difficulty ${applied}`));
    if (!submit.dataset.busy) submit.textContent = isUnrolled ? `Succeed without a roll${how}` : `${verb()} ${count(dice, "die", "dice")}${mode.answer ? "" : how}`;
    submit.classList.toggle("veil", visibility !== "public" || veil.isOn());
    element.classList.toggle("hidden-roll", ["secret", "blind"].includes(visibility));
  }
  // Before the form draws.
  by.addEventListener("input", () => { way = form.elements.by.value; });
  form.addEventListener("input", draw);

  // --- for whom, and who sees it -------------------------------------------------------------------

  const usual = () => (record.isStoryteller && known()?.hidden ? "secret" : record.view.house_rules.default_visibility);
  function fall() {
    (form.querySelector(`[name=visibility][value=${usual()}]`) ?? form.querySelector("[name=visibility]")).checked = true;
  }
  let offered = null;
  let was;
  /** What happens changes no choice; where it takes one away, the roll does not become more open by that. */
  function offerSeen() {
    const { hidden, owners = [] } = known() ?? {};
    const isPlayers = owners.some((owner) => owner !== record.me);
    const may = record.isStoryteller ? ["public", "secret", "whisper", ...(isPlayers ? ["private", "blind"] : [])] : PLAYERS;
    const isAnew = offered === null || (!isSaid && was !== usual());
    was = usual();
    const now = `${hidden} ${may} ${was}`;
    if (now === offered) return;
    const before = form.elements.visibility?.value;
    fill(seen.lastChild, may.map((value) => h("label.pill", h("input", { type: "radio", name: "visibility", value }), h("span", plain(value)))));
    if ((isSaid || !isAnew) && may.includes(before) && !(hidden && before === "public")) form.elements.visibility.value = before;
    else if (isAnew) fall();
    else form.elements.visibility.value = record.isStoryteller ? "secret" : may.includes(before) ? before : "private";
    offered = now;
  }
  seen.addEventListener("change", () => { isSaid = true; });

  let isChosen = false;
  /** Whether what was left undone before the replay is here again. */
  let isBack = false;
  who.addEventListener("change", () => {
    isChosen = true;
    turn();
    update();
  });
  /** To another character: what was to be rolled for the one before is not said for this one. */
  function turn() {
    offered = null;
    isSaid = false;
    if (!seat) label.value = "";
  }
  function update() {
    const { isStoryteller, view, me, role } = record;
    element.hidden = role === "spectator";
    if (element.hidden) return;
    const mine = view.characters.filter(({ character: id }) => record.owns(id));
    const all = isStoryteller ? [...view.characters].sort((a, b) => Number(Boolean(a.owners?.length)) - Number(Boolean(b.owners?.length))) : mine;
    const { contests, proposals } = view;
    if ((mode.answer && !contests.some(({ contest: id }) => id === mode.answer.contest)) || (mode.damage && !proposals.some(({ proposal: id }) => id === mode.damage))) mode = {};
    const isGone = who.value && !all.some(({ character: id }) => id === who.value);
    if (isGone && isStoryteller) say("speech", [`${who.selectedOptions[0].textContent} is not here any more. Choose anew.`]);
    offer(who, [...all.map(({ character: id, name }) => [id, name]), ["", "Nobody in particular"]], !isGone && (who.value || isChosen) ? who.value : all[0]?.character ?? "");
    forWhom.hidden = Object.keys(mode).length > 0 || (!isStoryteller && all.length < 2);
    offerSeen();
    if (!isBack) {
      isBack = true;
      const draft = takeDraft(session, form, () => {
        offered = null;
        offerSeen();
        draw();
      });
      way = draft?.way ?? way;
      isSaid = Boolean(draft);
    }
    const ticked = new FormData(form).getAll("to");
    fill(to, h("legend.caption", "Whisper to"), h("div.row", view.members.filter(({ member }) => member !== me).map(({ member, name }) =>
      tick(own(name), { name: "to", value: member, checked: ticked.includes(member), "data-key": member }))));
    draw();
  }
  function focus() {
    element.scrollIntoView({ block: "nearest" });
    (first.offsetParent ? first : form.elements.pool).focus();
  }
  return {
    element, update, focus, begin, title, leave: () => { if (isBack && !Object.keys(mode).length) keepDraft(session, form, { way }); }, character: () => who.value || undefined,
    roll: () => form.requestSubmit(), onchange(does) { form.addEventListener("input", does); },
    /** The pool as it stands, for a button elsewhere. */
    brief() {
      const { byTraits, names, label: words, dice } = look();
      const name = byTraits ? names.join(" + ") : words.trim();
      return { label: name, brief: `${(byTraits ? names.at(-1) : name) || "Pool"} ${dice}`, dice };
    },
    /** Answer a contest from behind the screen. */
    answer(of) {
      begin({ answer: of });
      focus();
    },
    /** Begin a roll for a character, from its card. */
    rollFor(character) {
      mode = {};
      turn();
      isChosen = true;
      who.value = character;
      update();
      focus();
    },
    /** What the tab on phones says: the next roll is secret. */
    inSecret() {
      isSaid = true;
      form.elements.visibility.value = "secret";
      draw();
    },
  };
}
