/**
 * What last session was: its notable rolls and scenes by the index of landmarks, and what changed by this viewer's
 * own history. Knows no elements.
 */

const PAGE = 200;
const MOST_PAGES = 25;
/** How far back a session is looked for: pieces of some thousand events. */
const MOST_PIECES = 25;
const ROLLED = ["critical", "messy_critical", "bestial_failure", "botch", "frenzy"];
const CHANGING = ["hunger", "health", "willpower", "humanity"];

/** Where the last session that ended, or the one that runs, begins and ends, and what is notable in it; null without one. */
async function findSession(session) {
  let marks = [];
  let before = session.record.position.seq + 1;
  for (let piece = 0; piece < MOST_PIECES; piece++) {
    const { result } = await session.ask({ type: "landmarks", before });
    if (!result) return null;
    marks = [...result.landmarks, ...marks];
    const end = marks.findLast(({ kind }) => kind === "session_ended")?.seq ?? Infinity;
    const start = marks.findLast(({ kind, seq }) => kind === "session_started" && seq < end)?.seq;
    if (start) return { start, end, marks: marks.filter(({ seq }) => seq >= start && seq <= end) };
    if (!result.has_more) return null;
    before = result.after + 1;
  }
  return null;
}

/**
 * The last session that ended, or the one that runs.
 * @returns {Promise<{pushes: object[], marks: object[]}>} its events, oldest first, and its landmarks; none without one
 */
export async function lastSession(session) {
  const found = await findSession(session);
  const pushes = [];
  for (let page = 0; found && page < MOST_PAGES; page++) {
    const { result } = await session.ask({ type: "history", after: pushes.at(-1)?.seq ?? found.start - 1, limit: PAGE });
    if (!result) break;
    pushes.push(...result.events.filter(({ seq }) => seq <= found.end));
    if (!result.has_more || result.events.at(-1).seq >= found.end) break;
  }
  return { pushes, marks: found?.marks ?? [] };
}

/**
 * Pick what is worth telling again of a session's events and its landmarks.
 * @returns {{number: ?number, rolls: object[], changes: object[], told: object[]}} notable rolls
 *   as they ended, the first and last value of each tracker that differs, and single events
 */
export function recapOf({ pushes, marks }) {
  const notable = new Set(marks.filter(({ kind }) => ROLLED.includes(kind)).map(({ seq }) => seq));
  const revealed = new Set(marks.filter(({ kind }) => kind === "reveal").map(({ seq }) => seq));
  const rolls = new Map();
  const changes = new Map();
  const told = [];
  for (const { event, at, seq } of pushes) {
    const { type, roll, receipt, character, tracker } = event;
    if (type === "roll_resolved") rolls.set(roll, { ...event, at, read: seq });
    if (type === "roll_attributed" && rolls.has(roll)) rolls.get(roll).character = character;
    if (type === "roll_rerolled" && receipt && rolls.has(roll)) Object.assign(rolls.get(roll), { receipt, read: seq });
    // What counts no more is not told again.
    if (type === "roll_retracted") rolls.delete(roll);
    if (revealed.has(seq)) rolls.set(roll, { ...event, receipt: receipt ?? event, at, read: seq, ...rolls.get(roll), isRevealed: true });
    if (type === "tracker_changed" && CHANGING.includes(tracker)) {
      const key = `${character} ${tracker}`;
      changes.set(key, { character, tracker, before: changes.get(key)?.before ?? event.before, after: event.after });
    }
    const begun = type === "effect_ended" && told.find((each) => each.effect?.effect === event.effect);
    if (begun) told.push({ ...event, was: begun.effect });
    // A Blush of Life is no news the week after; a Compulsion, an injury and torpor are.
    if (type === "effect_begun" && event.effect.kind !== "blush") told.push(event);
    if (["character_unhidden", "character_removed", "proposal_confirmed", "clock_begun", "fed"].includes(type)) told.push(event);
  }
  const differs = ({ before, after }) => JSON.stringify(before) !== JSON.stringify(after);
  return {
    number: pushes[0]?.event.session ?? null, told,
    rolls: Array.from(rolls.values()).filter(({ read, isRevealed }) => isRevealed || notable.has(read)),
    changes: Array.from(changes.values()).filter(differs),
  };
}

/** Superficial Willpower that a session's start gives back: as many as the larger of Composure and Resolve. */
export const recovery = ({ traits = {}, trackers = {} }) =>
  Math.min(trackers.willpower?.superficial ?? 0, Math.max(traits.composure ?? 0, traits.resolve ?? 0));

/** Dice of a Remorse test, at least one. */
export const remorseDice = ({ humanity = 0, stains = 0 }) => Math.max(1, 10 - humanity - stains);
