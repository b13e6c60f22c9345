/** What last session was: the rolls worth telling and what changed, from this viewer's own history. Knows no elements. */

const PAGE = 200;
const MOST_PAGES = 25;
const NOTABLE = ["botch", "critical", "messy_critical", "bestial_failure"];
const CHANGING = ["hunger", "health", "willpower", "humanity"];

/** The events of the last session that ended, or of the one that runs; oldest first. */
export async function lastSession(session) {
  const events = [];
  let before;
  for (let page = 0; page < MOST_PAGES; page++) {
    const { result } = await session.ask({ type: "history", limit: PAGE, before });
    if (!result) break;
    events.unshift(...result.events);
    const end = events.findLastIndex(({ event }) => event.type === "session_ended");
    const start = events.slice(0, end < 0 ? undefined : end).findLastIndex(({ event }) => event.type === "session_started");
    if (start >= 0) return events.slice(start, end > start ? end + 1 : undefined);
    if (!result.has_more) break;
    before = events[0].seq;
  }
  return [];
}

/**
 * Pick what is worth telling again.
 * @returns {{number: ?number, rolls: object[], changes: object[], told: object[]}} rolls as they ended,
 *   the first and last value of each tracker that differs, and single events
 */
export function recapOf(pushes) {
  const rolls = new Map();
  const changes = new Map();
  const told = [];
  for (const { event, at } of pushes) {
    const { type, roll, receipt, character, tracker } = event;
    if (type === "roll_resolved") rolls.set(roll, { ...event, at });
    if (type === "roll_attributed" && rolls.has(roll)) rolls.get(roll).character = character;
    if (type === "roll_rerolled" && receipt && rolls.has(roll)) rolls.get(roll).receipt = receipt;
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
    rolls: Array.from(rolls.values()).filter(({ receipt }) => NOTABLE.includes(receipt.outcome)),
    changes: Array.from(changes.values()).filter(differs),
  };
}

/** Superficial Willpower that a session's start gives back: as many as the larger of Composure and Resolve. */
export const recovery = ({ traits = {}, trackers = {} }) =>
  Math.min(trackers.willpower?.superficial ?? 0, Math.max(traits.composure ?? 0, traits.resolve ?? 0));

/** Dice of a Remorse test, at least one. */
export const remorseDice = ({ humanity = 0, stains = 0 }) => Math.max(1, 10 - humanity - stains);
