/** Words: how events, outcomes and trackers read. One thing is called the same everywhere. */
import { named, opponents } from "./sides.js";
import { foundIn, played, readerOf } from "./system.js";

/** A word of the wire for people: "blood_potency" as "Blood potency". */
export const plain = (word) => NAMES[word] ?? word.charAt(0).toUpperCase() + word.slice(1).replaceAll("_", " ");
const NAMES = { blood_potency: "Blood Potency", thin_blood: "Thin-blood", storyteller: "Storyteller", storytellers: "Storytellers alone",
  owner: "Whoever plays it", table: "Everyone", stains: "Stains", masquerade_breach: "Masquerade breach", lose_advantage_dot: "Lose a dot",
  test_fails: "The test fails", aggravated_health: "Aggravated Health", blush: "Blush of Life" };

export const count = (n, one, many = `${one}s`) => `${n} ${n === 1 ? one : many}`;

export const timeOf = (at_ms) => new Date(at_ms).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

/** "4, 3 and 1" */
export const listed = (words) => words.join(", ").replace(/, ([^,]+)$/, " and $1");

/** A share in whole per cent; what can happen is never said to be impossible, nor certain. */
export function percent(part) {
  if (part > 0 && part < .01) return "<1%";
  if (part > .99 && part < 1) return ">99%";
  return `${Math.round(100 * part)}%`;
}

/** A tracker's value in words. */
export const valueWords = (value) => (typeof value === "number" ? String(value) : played.valueWords(value));
/** How many successes of how many, as [number, rest]. */
export const tally = (what) => readerOf(what).tally(what);
/** What a receipt, or an outcome revealed alone, came to. */
export const verdict = (what) => readerOf(what).verdict(what);
/** Why, in one short sentence; the long one of the server stands under Details. */
export const reason = (what) => readerOf(what).reason(what);
/** The dice of a receipt as one text for listeners; those of V5 say of which kind they are. */
export const diceWords = (dice) => readerOf({ type: dice[0]?.kind && "pool" }).diceWords(dice);

const PROPOSALS = { contest_harm: "Harm of a contest", reveal: "A blind roll to be shown", frenzy: "A frenzy test", end_conflict: "The third turn is over: end the conflict?", invite_renewal: "Open invites to renew", retraction: "Retract a roll?", correction: "Put a tracker right?", handing_on: "A character handed on" };
export const damageWords = (damage) => played.damageWords(damage);
export const proposalTitle = (proposal) => played.proposalTitle(proposal) ?? (proposal.damage ? damageWords(proposal.damage) : PROPOSALS[proposal.kind] ?? plain(proposal.kind));

/** For whom it was rolled; what a Storyteller revealed of somebody hidden names nobody. */
export function rollerOf(record, { type, character, member, by, at_once }) {
  if (!at_once && type === "roll_revealed" && !character && member === by && member !== record.me) return "Someone unseen";
  return record.nameOf(character ?? member);
}

/** Names are {name}, apart from our words, so that pages can set them apart. */
export const who = (record, id) => ({ name: id === record.me ? "You" : record.nameOf(id) });

/** Who plays a character, in words for this viewer. */
export const playedBy = (record, { owners = [], stand_in }) => {
  const called = (id) => (id === record.me ? "you" : record.nameOf(id));
  return owners.map(called).join(", ") + (stand_in ? `, for whom ${called(stand_in)} play${stand_in === record.me ? "" : "s"}` : "");
};

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

const RULES = { preset: "How rolls are read", entered_dice: "Dice by hand", default_visibility: "Who sees a roll", tracker_audience: "Who sees trackers", history: "What newcomers see" };
/** What a switch of the house rules is called. */
export const switchName = (name) => plain(name).replace(/^Wp /, "Willpower ").replace(/([a-z])(\d)/, "$1 $2");
const ruleWords = (value) => (value === undefined ? "as the preset has it" : typeof value === "boolean" ? (value ? "yes" : "no") : /^v\d/.test(value) ? plain(value) : plain(value).toLowerCase());
/** Which of the house rules changed, from what to what; nothing where it is not known what they were. */
function rulesChanged(was, now) {
  if (!was) return "";
  const differs = (of) => (name) => of(was)[name] !== of(now)[name];
  const [all, switches] = [(rules) => rules, ({ switches: own = {} }) => own];
  const names = [...new Set([was, now].flatMap((rules) => Object.keys(switches(rules))))].filter(differs(switches));
  const told = [...Object.keys(RULES).filter(differs(all)).map((name) => [RULES[name], was[name], now[name]]), ...names.map((name) => [switchName(name), switches(was)[name], switches(now)[name]])];
  return told.length ? `: ${told.map(([words, from, to]) => `${words}, ${ruleWords(from)} → ${ruleWords(to)}`).join("; ")}` : "";
}

const TELL = {
  room_renamed: (r, e) => [who(r, e.by), " named this table ", { name: e.name }],
  house_rules_changed: (r, e) => [who(r, e.by), " changed the house rules", rulesChanged(r.rulesBefore?.(e), e.house_rules)],
  member_joined: (r, e) => [who(r, e.member), ` came to the table${e.role === "player" ? "" : ` as ${e.role === "storyteller" ? "Storyteller" : e.role}`}`],
  member_left: (r, e) => [who(r, e.member), " left the table"],
  member_removed: (r, e) => [who(r, e.by), e.barred ? " barred " : " removed ", who(r, e.member)],
  room_locked: (r, e) => [who(r, e.by), e.locked ? " locked the room" : " opened the room"],
  member_renamed: (r, e) => [e.member === r.me ? "You are" : [{ name: r.formerName(e) ?? "Somebody" }, " is"], " now called ", { name: e.name }],
  role_changed: (r, e) => [who(r, e.by), " made ", who(r, e.member), ` a ${e.role === "storyteller" ? "Storyteller" : e.role}`],
  book_opened: (r, e) => (e.by ? [who(r, e.by), " renewed the dice"] : ["The server committed to new dice"]),
  invite_created: (r, e) => [who(r, e.by), ` made an invite, ${count(e.uses, "seat")}`],
  invite_revoked: (r, e) => [who(r, e.by), " took an invite back"],
  device_linked: (r, e) => [who(r, e.member), " sat down with one more device"],
  character_created: (r, e) => [{ name: e.card.name }, e.card.hidden ? " waits behind the screen" : " came to the table"],
  character_edited: (r, e) => [who(r, e.by), " edited ", { name: e.name }],
  character_removed: (r, e) => [who(r, e.character), " left the story"],
  owners_changed: (r, e) => [who(r, e.character), e.owners.length ? [" is played by ", who(r, e.owners[0]), e.owners.length > 1 ? ` and ${e.owners.length - 1} more` : ""] : " is the Storyteller’s"],
  stand_in_set: (r, e) => [who(r, e.member), e.member === r.me ? " stand in for " : " stands in for ", who(r, e.character), " until the session ends"],
  stand_in_ended: (r, e) => [who(r, e.member), e.member === r.me ? " stand in for " : " stands in for ", who(r, e.character), " no more"],
  tracker_changed: (r, e) => [who(r, e.character), `, ${plain(e.tracker)} `, e.after.boxes ? valueWords(e.after) : `${e.before} → ${e.after}`],
  character_unhidden: (r, e) => [{ name: e.card.name }, " came to the table"],
  tracker_set: (r, e) => [who(r, e.by), ` ${e.is_correction ? "put right" : "set"} ${plain(e.tracker)} of `, who(r, e.character)],
  blind_roll_made: (r, e) => [who(r, e.member), " rolled blind", e.character ? [" for ", who(r, e.character)] : "",
    r.isStoryteller ? "" : ". The Storyteller has the result."],
  request_opened: (r, { request: { by, character, label, traits = [], pool, difficulty } }) => [by === r.me ? "You ask " : [who(r, by), " asks "], who(r, character), ` to roll ${label || traits.join(" + ") || `${pool} dice`}${difficulty ? ` against ${difficulty}` : ""}`],
  request_answered: (r, e, asked = r.request(e.request)) => [asked ? who(r, asked.character) : "Somebody", e.answer === "impossible" ? " cannot do what was asked" : " did not answer in time"],
  contest_opened: (r, { contest }) => [who(r, contest.character), " began a contest against ", named(opponents(contest).map((id) => who(r, id)))],
  contest_reacted: (r, e) => [who(r, e.character), { rolled: " answered a contest", none: " takes no reaction", dropped: " is out of a contest" }[e.reaction]],
  contest_decided: (r, e) => named(e.pairs.map(({ character, winner, difference }) => [winner ? [who(r, winner), " beats ", who(r, winner === e.character ? character : e.character), difference ? ` by ${difference}` : ""]
    : [who(r, e.character), " does not beat ", who(r, character)]])).flat(3),
  contest_withdrawn: (r, e) => [who(r, e.by), " called a contest off"],
  proposal_opened: (r, { proposal }) => proposal.kind === "handing_on" ? [who(r, proposal.by), proposal.by === r.me ? " offer " : " offers ", who(r, proposal.character), " to ", proposal.member === r.me ? "you" : who(r, proposal.member)] : [r.isStoryteller ? "Waits for you: " : "With the Storyteller: ",
    proposalTitle(proposal), proposal.character ? [", ", who(r, proposal.character)] : ""],
  proposal_confirmed: (r, e) => [who(r, e.by), " confirmed ", e.choice ? `${plain(e.choice)}, ` : "", within(r, e)],
  proposal_dismissed: (r, e) => [who(r, e.by), " let go: ", within(r, e)],
  roll_retracted: (r, e) => [who(r, e.by), e.is_undo ? " took a roll back" : " retracted a roll"],
  change_undone: (r, e) => [who(r, e.by), " took back a change of ", who(r, e.character), e.trackers.length ? `: ${listed(e.trackers.map(plain))}` : ""],
  paused: (r, { pause }) => [pause.by ? who(r, pause.by) : "Somebody", " paused the table", pause.note ? [": ", { name: pause.note }] : ""],
  pause_lifted: (r, e) => ["The play goes on", e.by ? [", says ", who(r, e.by)] : ""],
  boundary_added: (r, { boundary }) => [boundary.by ? who(r, boundary.by) : "Somebody", ` added a ${boundary.kind}: “`, { name: boundary.text }, "”"],
  boundary_removed: (r, e) => [e.by ? who(r, e.by) : "Somebody", " took a line or veil off the list"],
  tenets_set: (r, e) => [who(r, e.by), " set the tenets: ", { name: e.tenets.join("; ") || "none" }],
  beliefs_noted: (r, e) => ["What ", who(r, e.character), " believes is noted"],
  beliefs_hidden: (r, e) => ["What ", who(r, e.character), " believes is not shown any more"],
  bond_noted: (r, { bond: { character, regnant, regnant_name, drinks, strength } }) => [who(r, character), ", blood bond to ", { name: regnant ? r.nameOf(regnant) : regnant_name || "somebody unknown" }, `: ${strength ? `strength ${strength}` : `drink ${drinks} of 3`}`],
  bond_removed: (r, e) => [e.by ? [who(r, e.by), " took a blood bond off the list"] : "A blood bond is not shown any more"],
  boon_noted: (r, { boon: { debtor_name, creditor_name, size, state = "owed" } }) => [{ name: debtor_name }, " to ", { name: creditor_name }, `: a ${size} boon, ${state}`],
  boon_removed: (r, e) => [e.by ? [who(r, e.by), " took a boon off the list"] : "A boon is not shown any more"],
  experience_awarded: (r, e) => [who(r, e.character), ` ${e.points < 0 ? "loses" : "gets"} ${Math.abs(e.points)} experience`, e.reason ? [": ", { name: e.reason }] : ""],
  experience_spent: (r, e) => [who(r, e.character), ` ${e.points < 0 ? "gets back" : "spends"} ${Math.abs(e.points)} experience: `, { name: e.on }],
  said: (r, e) => [who(r, e.character ?? e.member), e.kind === "note" ? " notes" : e.visibility === "whisper" ? [" whispers to ", listed(e.to.map((id) => (id === r.me ? "you" : r.nameOf(id))))] : e.visibility === "private" ? " says to the Storyteller" : " says", ": “", { name: e.text }, "”"],
  session_started: (r, e) => [`Session ${e.session} begins`], session_ended: (r, e) => [`Session ${e.session} ends`],
  willpower_spent: (r, e) => [who(r, e.character), ` spends 1 Willpower ${WILLS[e.use] ?? plain(e.use)}`.trimEnd()],
  turn_ordered: (r, { order }) => ["In this turn: ", order.map((group, n) => [n ? ", then " : "",
    group.map(({ character }, i) => [i ? " and " : "", who(r, character)])])],
  clock_begun: (r, e) => [`${plain(e.clock)} ${e.number} begins`], clock_ended: (r, e) => [`${plain(e.clock)} ${e.number} ends`],
};
/** What shows elsewhere and has no line of its own. */
const SILENT = ["regnant_kept", "reveal_scheduled", "reveal_cancelled", "reveal_due", "reveal_asked", "difficulty_kept", "request_closed", "request_rolled", "roll_judged", "room_created", "invite_used", "invite_expired", "sheet_noted", "trackers_shown", "trackers_hidden", "roll_settled",
  "tracker_audience_changed", "roll_attributed", "roll_itemised", "proposal_lapsed", "device_link_created", "effect_changed",
  "lanes_added", "entropy_added", "roll_proven"];
const SPOKEN = ["experience_awarded", "tenets_set", "paused", "pause_lifted", "roll_retracted", "change_undone", "request_opened", "request_answered", "said", "member_joined", "character_created", "tracker_changed", "blind_roll_made", "contest_resolved", "contest_decided", "proposal_opened", "clock_begun", "fed", "effect_begun", "effect_ended", "blood_spent", "blood_drunk"];

/** One event as a line of the log: an array of words and {name}s, or null where it has no line. */
export function tell(record, event) {
  const { type, by, character, title, note } = event;
  if (SILENT.includes(type) || event.answer === "rolled") return null;
  const told = (foundIn("TELL", type) ?? TELL[type])?.(record, event)
    ?? [by ? [who(record, by), ": "] : "", plain(type), character ? [", ", who(record, character)] : ""];
  return [...told, title || note ? [": ", { name: title || note }] : ""].flat(5);
}

/** What is said aloud has its sum signs as words. */
const aloud = (words) => words.replaceAll(" + ", " plus ").replaceAll("→", "to").replaceAll(" ·", ",");

/** One event as a sentence for the live region, or null where nothing is said. */
export function speak(record, event) {
  const { type, receipt, label, contest } = event;
  const roll = receipt ?? (type === "roll_revealed" && event);
  // Whoever sees the dice was told of them already.
  if (event.at_once && record.entries.some((push) => push.event.type === "roll_resolved" && push.event.roll === event.roll)) return null;
  if (roll) {
    const head = type === "roll_rerolled" ? "Rerolled" : type === "roll_judged" ? "Judged" : rollerOf(record, event) + (label && `, ${label}`) + (contest ? ", in a contest" : "");
    return aloud(`${head}. ${verdict(roll)}${roll.difficulty ? `, ${tally(roll).join(" ")}` : ""}.`);
  }
  if (type === "proposal_opened" && record.isStoryteller && event.proposal.kind !== "handing_on") {
    const title = proposalTitle(event.proposal);
    return `Waits for you: ${title.charAt(0).toLowerCase()}${title.slice(1)}.`;
  }
  const told = SPOKEN.includes(type) && tell(record, event);
  return told ? `${aloud(told.map((part) => part.name ?? part).join(""))}.`.replace("..", ".") : null;
}

const REFUSALS = {
  willpower_spent: ["No Willpower is left to spend.", "Nothing was spent."],
  not_found: ["There is no such thing for you.", "It may be gone, or it was never yours to see."],
  forbidden: ["There is no such thing for you.", "Your role or your character does not reach it."],
  entered_blind: ["Who enters the dice cannot be blind to them.", "Choose who sees it anew, or let the server roll."],
  rate_limited: ["That was quick.", "Wait a moment, then ask again."],
  internal: ["The server made a mistake.", "Nothing was changed. Ask once more; if it stays, tell whoever runs the server."],
};
/** A refusal for people: what is so, and what can be done. */
export function refusalWords(refusal, request = {}) {
  const { code, message, accepted } = refusal;
  return played?.refusalWords?.(refusal, request) ?? REFUSALS[code] ?? [message, accepted ? `Accepted: ${accepted}.` : ""];
}
