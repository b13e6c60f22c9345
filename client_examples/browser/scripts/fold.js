/**
 * The fold: a snapshot and one event make the next snapshot, by the rules that the server follows.
 * An unknown event changes nothing; what it meant comes with the next snapshot.
 */
import { foldBook } from "./dice/book.js";

/** The lists of a snapshot, by the id their members have. */
const LISTS = {
  member: "members", character: "characters", clock: "clocks", invite: "invites",
  roll: "standing_rolls", contest: "contests", proposal: "proposals", effect: "effects", request: "requests", reveal: "reveals", boundary: "boundaries", bond: "bonds", boon: "boons",
};

const without = (view, key, id) => ({ ...view, [LISTS[key]]: (view[LISTS[key]] ?? []).filter((each) => each[key] !== id) });

/** Add, or take the place of the same id; lists are sorted by id as the server's are. */
const put = (view, key, item) => ({
  ...view,
  [LISTS[key]]: [...without(view, key, item[key])[LISTS[key]], item].sort((a, b) => (a[key] < b[key] ? -1 : 1)),
});

function change(view, key, id, changes) {
  const before = view[LISTS[key]]?.find((each) => each[key] === id);
  return before ? put(view, key, { ...before, ...changes(before) }) : view;
}

const pick = (names, from) => Object.fromEntries(names.map((name) => [name, from[name]]));

/** Events that take something out of a list. */
const REMOVE = {
  member_left: "member", member_removed: "member", invite_revoked: "invite", invite_expired: "invite",
  effect_ended: "effect", roll_settled: "roll", roll_retracted: "roll", boundary_removed: "boundary", bond_removed: "bond", boon_removed: "boon", contest_resolved: "contest", contest_decided: "contest", contest_withdrawn: "contest",
  request_closed: "request", reveal_cancelled: "reveal", reveal_due: "reveal", proposal_confirmed: "proposal", proposal_dismissed: "proposal", proposal_lapsed: "proposal",
};

/** Events that change parts of what stands in a list: its key, and which parts. */
const CHANGE = {
  member_renamed: ["member", "name"], role_changed: ["member", "role"],
  character_edited: ["character", "name", "clan"],
  beliefs_noted: ["character", "beliefs"], experience_awarded: ["character", "experience"], experience_spent: ["character", "experience"], regnant_kept: ["bond", "regnant", "regnant_name"],
  roll_attributed: ["roll", "character"], request_answered: ["request", "answer"], request_rolled: ["request", "roll"],
};

/** Events that change the room itself. */
const ROOM = {
  room_created: ["name", "system", "house_rules"], room_renamed: ["name"],
  session_started: ["session"], room_locked: ["locked"], tenets_set: ["tenets"],
};

const trackers = (view, event, changes) =>
  change(view, "character", event.character, (before) => ({ trackers: changes({ ...before.trackers }) }));

/** A character that others play from now on: its sheet is for those who play it, and Storytellers. */
const playedBy = (view, character, me, changes) => change(view, "character", character, (before) => {
  const { owners = [], stand_in } = { ...before, ...changes };
  const isOpen = owners.includes(me) || stand_in === me || view.members.some(({ member, role }) => member === me && role === "storyteller");
  return { ...changes, ...(!isOpen && { traits: undefined, audiences: undefined, sheet: undefined, experience: undefined }) };
});

const OTHERS = {
  // What is said of experience is for new owners; a sheet alone says nothing of it.
  sheet_noted: (view, { character, traits, audiences, sheet, experience }) => change(view, "character", character, (before) => ({ traits, audiences, sheet, experience: experience ?? before.experience })),
  paused: (view, { pause }) => ({ ...view, pause }), pause_lifted: (view) => ({ ...view, pause: null }),
  bond_noted: (view, { bond }) => put(view, "bond", bond), boon_noted: (view, { boon }) => put(view, "boon", boon),
  beliefs_hidden: (view, { character }) => change(view, "character", character, () => ({ beliefs: undefined })),
  boundary_added: (view, { boundary }) => put({ boundaries: [], ...view }, "boundary", boundary),
  session_ended: (view) => ({ ...view, session: null }),
  house_rules_changed: (view, { house_rules, system }) => ({ ...view, house_rules, system: system ?? view.system }),
  clock_begun: (view, e) => put(view, "clock", pick(["clock", "number", "title"], e)),
  member_joined: (view, e) => put(view, "member", pick(["member", "name", "role"], e)),
  invite_created: (view, e) =>
    put(view, "invite", { ...pick(["invite", "role", "expires_at_ms"], e), uses_left: e.uses }),
  invite_used: (view, { invite, uses_left }) => (uses_left
    ? change(view, "invite", invite, () => ({ uses_left })) : without(view, "invite", invite)),
  character_created: (view, { card }) => put(view, "character", card),
  // A Storyteller had the card before, with its trackers; for all others it is new.
  character_unhidden: (view, { card }) => put(view, "character",
    { ...view.characters.find(({ character }) => character === card.character), ...card, hidden: false }),
  owners_changed: (view, { character, owners }, me) => playedBy(view, character, me, { owners }),
  stand_in_set: (view, { character, member }) => change(view, "character", character, () => ({ stand_in: member })),
  stand_in_ended: (view, { character }, me) => playedBy(view, character, me, { stand_in: undefined }),
  trackers_shown: (view, e) => trackers(view, e, (before) => ({ ...before, ...e.trackers })),
  trackers_hidden: (view, e) => trackers(view, e, (before) => {
    e.trackers.forEach((name) => delete before[name]);
    return before;
  }),
  tracker_changed: (view, e) => trackers(view, e, (before) => ({ ...before, [e.tracker]: e.after })),
  tracker_audience_changed: (view, e) => change(view, "character", e.character, ({ audiences }) =>
    ({ audiences: { ...audiences, [e.tracker]: e.audience } })),
  roll_resolved: (view, e) => {
    const after = e.request ? change(view, "request", e.request, () => ({ roll: e.roll })) : view;
    return e.is_standing ? put(after, "roll", pick(["roll", "member", "character"], e)) : after;
  },
  reveal_scheduled: (view, { reveal }) => put(view, "reveal", reveal),
  request_opened: (view, { request }) => put(view, "request", request),
  difficulty_kept: (view, { request, difficulty, told }) => change(view, "request", request, () => ({ kept: difficulty, told })),
  roll_rerolled: (view, e) => (e.is_standing ? view : without(view, "roll", e.roll)),
  contest_opened: (view, { contest }) => put(view, "contest", contest),
  // In the order in which the opponents were named, as a snapshot has them.
  contest_reacted: (view, { contest, character, reaction }) => change(view, "contest", contest, ({ against, others = [], reactions = [] }) =>
    ({ reactions: [against, ...others].flatMap((each) => (each === character ? { character, reaction } : reactions.filter((one) => one.character === each))) })),
  proposal_opened: (view, { proposal }) => put(view, "proposal", proposal),
  effect_begun: (view, { effect }) => put(view, "effect", effect), effect_changed: (view, { effect }) => put(view, "effect", effect),
  // What held the character goes with it, and so does its place in the turn.
  character_removed: (view, { character }) => ({ ...without(view, "character", character),
    effects: view.effects.filter((each) => each.character !== character),
    bonds: (view.bonds ?? []).filter((each) => each.character !== character),
    requests: (view.requests ?? []).filter((each) => each.character !== character),
    order: (view.order ?? []).map((group) => group.filter((each) => each.character !== character)).filter((group) => group.length) }),
  turn_ordered: (view, { order }) => ({ ...view, order }),
  clock_ended: (view, { clock }) => ({ ...without(view, "clock", clock), ...(clock === "turn" && { order: [] }) }),
};

const has = (table, name) => Object.hasOwn(table, name);

/** The snapshot after *event*, for the viewer *me*; *view* is left as it is. */
export function fold(view, event, me) {
  const after = foldRoom(view, event, me);
  const dice = foldBook(after.dice, event, me);
  return dice === after.dice ? after : { ...after, dice };
}
function foldRoom(view, event, me) {
  const { type } = event;
  if (has(REMOVE, type)) return without(view, REMOVE[type], event[REMOVE[type]]);
  if (has(CHANGE, type)) {
    const [key, ...parts] = CHANGE[type];
    return change(view, key, event[key], () => pick(parts, event));
  }
  if (has(ROOM, type)) return { ...view, ...pick(ROOM[type], event) };
  return has(OTHERS, type) ? OTHERS[type](view, event, me) : view;
}
