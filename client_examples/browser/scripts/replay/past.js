/**
 * The past as far as a viewer's eyes reach: the whole line of events, and the room as it stood for
 * this viewer after any of them. Knows nothing of elements.
 *
 * States are folded forward. A line that begins with the room itself is folded from an empty room.
 * One that begins later, or whose viewer came later than the line reaches, starts from what can be
 * said for certain: the room now, with all that came since taken back.
 */
import { fold } from "../fold.js";
import { play } from "../system.js";

const PAGE = 200;
const KEYFRAME_EVERY = 64;
const LISTS = { clock: "clocks", member: "members", character: "characters", roll: "standing_rolls", contest: "contests", proposal: "proposals", effect: "effects", bond: "bonds", boon: "boons" };
const BEGINS = { clock: "clock_begun", member: "member_joined", roll: "roll_resolved", contest: "contest_opened", proposal: "proposal_opened", effect: "effect_begun", bond: "bond_noted", boon: "boon_noted" };

const empty = (room) => ({ room, name: "", system: "", house_rules: {}, session: null, invites: [], order: [], dice: null, pause: null, locked: false, requests: [], reveals: [], boundaries: [], tenets: [], bonds: [], boons: [],
  ...Object.fromEntries(Object.values(LISTS).map((list) => [list, []])) });

/**
 * Fetch the viewer's whole line, oldest first, up to where the record stands when it is complete.
 * @param {(got: number, of: number) => void} onProgress
 * @returns {?{pushes: object[], view: object}} null if the line began anew meanwhile
 * @throws {Error} with words for people, where the server refused
 */
export async function fetchLine(session, onProgress) {
  const { record } = session;
  const { epoch, generation } = record.position;
  const pushes = [];
  // What the record holds itself, the newest events, is not asked for.
  while (pushes.length < record.oldest - 1) {
    onProgress(pushes.length, record.position.seq);
    const { type, message, result } = await session.ask({ type: "history", after: pushes.length, limit: PAGE });
    if (record.position.epoch !== epoch || record.position.generation !== generation) return null;
    if (type === "rejected") throw new Error(message);
    const fresh = result.events.filter(({ seq }) => seq > pushes.length);
    if (!fresh.length) break;
    pushes.push(...fresh);
  }
  pushes.push(...record.entries.filter(({ seq }) => seq > pushes.length));
  await play(record.raw.system, pushes);
  return { pushes, view: record.raw };
}

/**
 * The trackers of every character before *pushes* happened, told from how they are in *view* after them.
 * @param {(push: object) => boolean} wasMine whether the viewer owned the character that trackers_shown names then
 * @returns {Map<string, object>} by character; null for a tracker that was there with a value unknown here
 */
function takeBack(view, pushes, wasMine, isStoryteller) {
  const known = new Map(view.characters.map(({ character, trackers }) => [character, { ...trackers }]));
  const of = (id) => known.get(id) ?? known.set(id, {}).get(id);
  for (const push of pushes.toReversed()) {
    const { type, character, card, tracker, before, trackers } = push.event;
    if (type === "character_created" || (type === "character_unhidden" && !isStoryteller)) known.delete(card.character);
    if (type === "tracker_changed") of(character)[tracker] = before;
    if (type === "trackers_hidden") trackers.forEach((name) => { of(character)[name] = null; });
    if (type !== "trackers_shown") continue;
    for (const name of Object.keys(trackers)) {
      // Owners are shown once more what all may see now; to others it was not there before.
      if (wasMine(push)) of(character)[name] = null;
      else delete of(character)[name];
    }
  }
  return known;
}

/** Where a line begins that does not reach back to the making of the room. */
function baseOf(view, pushes, known) {
  const first = pushes.find(({ event }) => event.type.startsWith("session_"))?.event;
  const base = { ...view, session: first ? (first.type === "session_ended" ? first.session : null) : view.session };
  for (const [key, type] of Object.entries(BEGINS)) {
    const came = new Set(pushes.filter(({ event }) => event.type === type).map(({ event }) => event[key]?.[key] ?? event[key]));
    base[LISTS[key]] = (view[LISTS[key]] ?? []).filter((each) => !came.has(each[key]));
  }
  // Who acted when before another turn, or another order, came is not known.
  if (pushes.some(({ event: { type, clock } }) => type === "turn_ordered" || clock === "turn")) base.order = [];
  base.characters = view.characters.filter(({ character }) => known.has(character)).map((each) =>
    ({ ...each, trackers: Object.fromEntries(Object.entries(known.get(each.character)).filter(([, value]) => value !== null)) }));
  return base;
}

export class Past {
  #frames = []; #last; #arrived; #arrival;

  /**
   * @param {object[]} pushes the viewer's line from 1 on, without holes
   * @param {object} view the room after the last of them
   * @param {string} me
   */
  constructor(pushes, view, me) {
    Object.assign(this, { pushes, me });
    const isStoryteller = view.members.some(({ member, role }) => member === me && role === "storyteller");
    const owners = new Map(view.characters.map((each) => [each.character, each.owners]));
    const mine = new Set();
    for (const { seq, event: { type, card, character, owners: next } } of pushes) {
      if (card) owners.set(card.character, card.owners);
      if (type === "owners_changed") owners.set(character, next);
      if (type === "trackers_shown" && owners.get(character)?.includes(me)) mine.add(seq);
    }
    const back = (from) => takeBack(view, pushes.slice(from), ({ seq }) => mine.has(seq), isStoryteller);
    this.#frames[0] = pushes[0]?.event.type === "room_created" ? empty(view.room) : baseOf(view, pushes, back(0));
    // From here on the viewer's own eyes were there: what had gone out of sight before, without a word, is gone.
    this.#arrived = pushes.findLast(({ event: { type, member } }) => ["member_joined", "role_changed"].includes(type) && member === me)?.seq ?? 0;
    this.#arrival = back(this.#arrived);
    this.#last = [0, this.#frames[0]];
    this.at(pushes.length);
  }

  /** The room after the event *seq*; 0 is before the first. */
  at(seq) {
    const key = Math.floor(seq / KEYFRAME_EVERY);
    let [from, view] = this.#last;
    if (from > seq || from < key * KEYFRAME_EVERY) {
      const near = Math.min(key, this.#frames.length - 1);
      if (from > seq || from < near * KEYFRAME_EVERY) [from, view] = [near * KEYFRAME_EVERY, this.#frames[near]];
    }
    while (from < seq) {
      try {
        view = fold(view, this.pushes[from].event, this.me);
      } catch (problem) {
        console.warn(`Event ${from + 1} could not be read:`, problem);
      }
      if (++from === this.#arrived) view = this.#corrected(view);
      if (from % KEYFRAME_EVERY === 0) this.#frames[from / KEYFRAME_EVERY] ??= view;
    }
    this.#last = [seq, view];
    return view;
  }

  /** What the viewer saw on arriving: trackers as they can be told from now, else as the line said. */
  #corrected(view) {
    return { ...view, characters: view.characters.map((each) => {
      const trackers = this.#arrival.get(each.character);
      if (!trackers) return each;
      const told = Object.entries(trackers).map(([name, value]) => [name, value ?? each.trackers?.[name]]);
      return { ...each, trackers: Object.fromEntries(told.filter(([, value]) => value !== undefined)) };
    }) };
  }
}
