/** Words: how events, outcomes and trackers read. One thing is called the same everywhere. */
import { game } from "./system.js";

/** A word of the wire for people: "blood_potency" as "Blood potency". */
export const plain = (word) => NAMES[word] ?? word.charAt(0).toUpperCase() + word.slice(1).replaceAll("_", " ");
const NAMES = { blood_potency: "Blood Potency", thin_blood: "Thin-blood", storyteller: "Storyteller", storytellers: "Storytellers alone",
  owner: "Whoever plays it", table: "Everyone", stains: "Stains", masquerade_breach: "Masquerade breach", lose_advantage_dot: "Lose a dot",
  test_fails: "The test fails", aggravated_health: "Aggravated Health", blush: "Blush of Life" };

export const count = (n, one, many = `${one}s`) => `${n} ${n === 1 ? one : many}`;

export const timeOf = (at_ms) => new Date(at_ms).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

/** "4, 3 and 1" */
export const listed = (words) => words.join(", ").replace(/, ([^,]+)$/, " and $1");

const NUMERALS = ["No", "One", "Two", "Three"];
export const diceRerolled = (n) => `${NUMERALS[n] ?? n} ${n === 1 ? "die" : "dice"} rerolled for 1 Willpower`;

/** A tracker's value in words. */
export function valueWords(value) {
  if (typeof value === "number") return String(value);
  if (game) return game.valueWords(value);
  const { boxes, superficial = 0, aggravated = 0, condition, is_impaired } = value;
  const left = boxes - superficial - aggravated;
  return [aggravated && `${aggravated} Aggravated`, superficial && `${superficial} Superficial`, condition ?? (is_impaired || !left ? "impaired" : `${left} left`)]
    .filter(Boolean).join(", ");
}

/** How many successes of how many, as [number, rest]. */
export function tally(what) {
  if (game?.reads(what)) return game.tally(what);
  const { successes, difficulty, margin, outcome, is_total_failure } = what;
  const words = successes === 1 ? "success" : "successes";
  if (!difficulty) return [successes, words];
  const total = is_total_failure && outcome !== "total_failure" ? " · also a total failure" : "";
  const rest = margin === undefined || margin === null ? "" : margin < 0 ? ` · ${-margin} short` : ` · margin ${margin}`;
  return [successes || "No", `${words} of ${difficulty}${total || rest}`];
}

/** What a receipt, or an outcome revealed alone, came to. */
export function verdict(what) {
  if (game?.reads(what)) return game.verdict(what);
  const { type, passed, kept, outcome, successes, checks, failed, name, temperament, resonance, label } = what;
  if (type === "compulsion") return name;
  if (type === "resonance") return `${plain(temperament)} ${resonance}`;
  if (type === "rouses") return `${checks.length} Rouse checks, ${failed ? `Hunger rises ${failed > 1 ? `${failed} times` : "once"}` : "passed"}`;
  if (type === "rouse") return `Rouse check, ${passed ? "passed" : "Hunger rises"}`;
  if (type === "remorse") return kept ? "Humanity kept" : "Humanity lost";
  if (outcome === "resisted_critical") return "Resisted at once";
  if (type === "pool" && label) return plain(label);
  return outcome ? plain(outcome) : count(successes, "success", "successes");
}

/** Why, in one short sentence; the long one of the server stands under Details. */
export function reason(what) {
  if (game?.reads(what)) return game.reason(what);
  const { type, outcome, difficulty, is_bestial, dice = [], without_dice, why } = what;
  if (type !== "pool" || without_dice) return why;
  const hungerTens = dice.filter(({ kind, face }) => kind === "hunger" && face === 10).length;
  if (outcome === "messy_critical") return `Paired tens, ${hungerTens === 1 ? "one" : hungerTens} on ${hungerTens === 1 ? "a Hunger die" : "Hunger dice"}.`;
  if (outcome === "critical") return "A pair of tens.";
  if (is_bestial) return "A Hunger die shows 1.";
  if (outcome === "total_failure") return "No die shows 6 or more.";
  return difficulty || outcome ? "" : "No Difficulty given, so no verdict.";
}

/** The dice of a receipt as one text for listeners. */
export const diceWords = (dice) => (game && !dice[0]?.kind ? game.diceWords(dice) : ["regular", "hunger"].map((kind) => {
  const faces = dice.filter((die) => die.kind === kind).map(({ face }) => face).sort((a, b) => b - a);
  return faces.length ? `${plain(kind)} ${faces.join(", ")}. ` : "";
}).join(""));

const PROPOSALS = { messy_critical: "Price of a messy critical", bestial_failure: "Price of a bestial failure", win_at_cost: "A win at a cost",
  frenzy: "A frenzy test", automatic_win: "A win without dice", end_conflict: "The third turn is over: end the conflict?", invite_renewal: "Open invites to renew" };
export const damageWords = ({ amount, kind, track }) => game?.damageWords({ amount, kind }) ?? `${amount} ${plain(kind)} ${plain(track)}`;
export const proposalTitle = ({ kind, damage }) => game?.proposalTitle({ kind, damage }) ?? (damage ? damageWords(damage) : PROPOSALS[kind] ?? plain(kind));

/** For whom it was rolled; what a Storyteller revealed of somebody hidden names nobody. */
export function rollerOf(record, { type, character, member, by }) {
  if (type === "roll_revealed" && !character && member === by && member !== record.me) return "Someone unseen";
  return record.nameOf(character ?? member);
}

const SOURCES = { blood_bag: "a blood bag", small_animal: "a small animal", large_animal: "a large animal", human_sip: "a human, a sip",
  human_drink: "a human, a drink", human_harmful: "a human, harmfully", human_kill: "a human, to the death" };
/** What holds somebody: its kind, unless its name or what it is called says that. */
const heldBy = ({ kind, name }) => [kind === "other" || name.toLowerCase().includes(plain(kind).toLowerCase()) ? "" : `${plain(kind)} `, { name }];

/** Names are {name}, apart from our words, so that pages can set them apart. */
const who = (record, id) => ({ name: id === record.me ? "You" : record.nameOf(id) });

/** A consequence and whose it is. */
export const consequence = (record, view) => [proposalTitle(view), view.against ? [" on ", who(record, view.against)] : view.character ? [view.damage ? " to " : " for ", who(record, view.character)] : ""].flat();
/** The same inside a sentence, of an event about it. */
function within(record, { proposal, damage }) {
  const known = record.proposal(proposal);
  if (!known) return damage ? damageWords(damage) : "a consequence";
  const [title, ...whose] = consequence(record, { ...known, ...(damage && { damage }) });
  return [title.charAt(0).toLowerCase() + title.slice(1), ...whose];
}

const WILLS = { automatic_success: "for a success", ignore_wounds: "to ignore wounds", control: "to lead a frenzy", hold_frenzy: "to hold a frenzy back", hold_derangement: "to hold a derangement back", other: "" };

const TELL = {
  room_renamed: (r, e) => [who(r, e.by), " named this table ", { name: e.name }],
  house_rules_changed: (r, e) => [who(r, e.by), " changed the house rules"],
  member_joined: (r, e) => [who(r, e.member), ` came to the table${e.role === "player" ? "" : ` as ${e.role === "storyteller" ? "Storyteller" : e.role}`}`],
  member_left: (r, e) => [who(r, e.member), " left the table"],
  member_removed: (r, e) => [who(r, e.by), " removed ", who(r, e.member)],
  member_renamed: (r, e) => [e.member === r.me ? "You are" : [{ name: r.formerName(e) ?? "Somebody" }, " is"], " now called ", { name: e.name }],
  role_changed: (r, e) => [who(r, e.by), " made ", who(r, e.member), ` a ${e.role === "storyteller" ? "Storyteller" : e.role}`],
  invite_created: (r, e) => [who(r, e.by), ` made an invite, ${count(e.uses, "seat")}`],
  invite_revoked: (r, e) => [who(r, e.by), " took an invite back"],
  device_linked: (r, e) => [who(r, e.member), " sat down with one more device"],
  character_created: (r, e) => [{ name: e.card.name }, e.card.hidden ? " waits behind the screen" : " came to the table"],
  character_edited: (r, e) => [who(r, e.by), " edited ", { name: e.name }],
  character_removed: (r, e) => [who(r, e.character), " left the story"],
  owners_changed: (r, e) => [who(r, e.character), e.owners.length ? [" is played by ", who(r, e.owners[0]), e.owners.length > 1 ? ` and ${e.owners.length - 1} more` : ""] : " is the Storyteller’s"],
  tracker_changed: (r, e) => [who(r, e.character), `, ${plain(e.tracker)} `, e.after.boxes ? valueWords(e.after) : `${e.before} → ${e.after}`],
  character_unhidden: (r, e) => [{ name: e.card.name }, " came to the table"],
  tracker_set: (r, e) => [who(r, e.by), ` set ${plain(e.tracker)} of `, who(r, e.character)],
  healed: (r, e) => [who(r, e.character), ` ${e.mended ? "mends" : e.recovery ? "recovers" : "heals"} ${damageWords(e)}`],
  fed: (r, e) => [who(r, e.character), ` fed on ${SOURCES[e.source] ?? plain(e.source)}: ${e.slaked || "no"} Hunger slaked`],
  effect_begun: (r, { effect }) => [who(r, effect.character), ", ", heldBy(effect), " begins"],
  effect_ended: (r, { effect, was = r.effect(effect) }) => (was ? [who(r, was.character), ", ", heldBy(was), " ends"] : ["What held somebody ends"]),
  damage_dealt: (r, e) => [who(r, e.character), ` takes ${damageWords({ ...e, amount: e.counted })}`],
  stains_added: (r, e) => [who(r, e.character), ` gains ${count(e.amount, "Stain")}`],
  blind_roll_made: (r, e) => [who(r, e.member), " rolled blind", e.character ? [" for ", who(r, e.character)] : "",
    r.isStoryteller ? "" : ". The Storyteller has the result."],
  contest_opened: (r, { contest }) => [who(r, contest.character), " began a contest against ", who(r, contest.against)],
  contest_withdrawn: (r, e) => [who(r, e.by), " called a contest off"],
  contest_resolved: (r, e) => (e.winner ? [who(r, e.winner), ` wins a contest by ${e.margin}`] : ["A contest ends in a tie"]),
  proposal_opened: (r, { proposal }) => [r.isStoryteller ? "Waits for you: " : "With the Storyteller: ",
    proposalTitle(proposal), proposal.character ? [", ", who(r, proposal.character)] : ""],
  proposal_confirmed: (r, e) => [who(r, e.by), " confirmed ", e.choice ? `${plain(e.choice)}, ` : "", within(r, e)],
  proposal_dismissed: (r, e) => [who(r, e.by), " let go: ", within(r, e)],
  said: (r, e) => [who(r, e.character ?? e.member), e.kind === "note" ? " notes" : e.visibility === "whisper" ? [" whispers to ", listed(e.to.map((id) => (id === r.me ? "you" : r.nameOf(id))))] : e.visibility === "private" ? " says to the Storyteller" : " says", ": “", { name: e.text }, "”"],
  session_started: (r, e) => [`Session ${e.session} begins`], session_ended: (r, e) => [`Session ${e.session} ends`],
  willpower_spent: (r, e) => [who(r, e.character), ` spends 1 Willpower ${WILLS[e.use] ?? plain(e.use)}`.trimEnd()],
  turn_ordered: (r, { order }) => ["In this turn: ", order.map((group, n) => [n ? ", then " : "",
    group.map(({ character }, i) => [i ? " and " : "", who(r, character)])])],
  clock_begun: (r, e) => [`${plain(e.clock)} ${e.number} begins`], clock_ended: (r, e) => [`${plain(e.clock)} ${e.number} ends`],
};
/** What shows elsewhere and has no line of its own. */
const SILENT = ["room_created", "invite_used", "invite_expired", "sheet_noted", "trackers_shown", "trackers_hidden", "roll_settled",
  "tracker_audience_changed", "roll_attributed", "roll_itemised", "proposal_lapsed", "device_link_created", "effect_changed"];
const SPOKEN = ["said", "member_joined", "character_created", "tracker_changed", "blind_roll_made", "contest_resolved", "proposal_opened", "clock_begun", "fed", "effect_begun", "effect_ended", "blood_spent", "blood_drunk"];

/** One event as a line of the log: an array of words and {name}s, or null where it has no line. */
export function tell(record, event) {
  const { type, by, character, title, note } = event;
  if (SILENT.includes(type)) return null;
  const told = (game?.TELL[type] ?? TELL[type])?.(record, event)
    ?? [by ? [who(record, by), ": "] : "", plain(type), character ? [", ", who(record, character)] : ""];
  return [...told, title || note ? [": ", { name: title || note }] : ""].flat(5);
}

/** What is said aloud has its sum signs as words. */
const aloud = (words) => words.replaceAll(" + ", " plus ").replaceAll("→", "to").replaceAll(" ·", ",");

/** One event as a sentence for the live region, or null where nothing is said. */
export function speak(record, event) {
  const { type, receipt, label, contest } = event;
  const roll = receipt ?? (type === "roll_revealed" && event);
  if (roll) {
    const head = type === "roll_rerolled" ? "Rerolled" : rollerOf(record, event) + (label && `, ${label}`) + (contest ? ", in a contest" : "");
    return aloud(`${head}. ${verdict(roll)}${roll.difficulty ? `, ${tally(roll).join(" ")}` : ""}.`);
  }
  if (type === "proposal_opened" && record.isStoryteller) {
    const title = proposalTitle(event.proposal);
    return `Waits for you: ${title.charAt(0).toLowerCase()}${title.slice(1)}.`;
  }
  return SPOKEN.includes(type)
    ? `${aloud(tell(record, event).map((part) => part.name ?? part).join(""))}.`.replace("..", ".") : null;
}

const REFUSALS = {
  bad_dice: ["Hunger dice are never rerolled.", "Choose one to three regular dice. Nothing was spent."],
  hunger_full: ["At Hunger 5 nobody chooses to Rouse.", "Feeding brings Hunger down."],
  willpower_spent: ["No Willpower is left to spend.", "Nothing was spent."],
  reroll_used: ["This roll is settled.", "Its reroll was used, or it was let stand."],
  no_stains: ["There are no Stains.", "Remorse is tested only by who has some."],
  no_frenzy: ["No Beast stirs in this character.", "Only vampires test for frenzy."],
  not_found: ["There is no such thing for you.", "It may be gone, or it was never yours to see."],
  forbidden: ["There is no such thing for you.", "Your role or your character does not reach it."],
  entered_blind: ["Who enters the dice cannot be blind to them.", "Choose who sees it anew, or let the server roll."],
  rate_limited: ["That was quick.", "Wait a moment, then ask again."],
  internal: ["The server made a mistake.", "Nothing was changed. Ask once more; if it stays, tell whoever runs the server."],
};
/** A refusal for people: what is so, and what can be done. */
export function refusalWords({ code, message, accepted }, request = {}) {
  if (code === "bad_dice" && request.regular_indices && request.regular_indices.length !== 0 && request.regular_indices.length <= 3) return [message, "Nothing was spent."];
  if (code === "bad_dice" && !request.hunger_indices) return ["Willpower rerolls one to three regular dice.", "Choose again. Nothing was spent."];
  return REFUSALS[code] ?? [message, accepted ? `Accepted: ${accepted}.` : ""];
}
