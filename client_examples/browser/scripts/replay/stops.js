/**
 * Stops: what a replay steps through. One stop is what one deed did before this viewer's eyes, as the
 * log tells it; events without a line of their own go with it. Knows nothing of elements.
 */
import { Rows } from "../table/rows.js";
import { tell } from "../words.js";

const ROLLS = ["roll_resolved", "roll_rerolled", "roll_revealed", "contest_resolved", "contest_decided", "blind_roll_made"];
const TRACKERS = ["tracker_changed", "tracker_set", "damage_dealt", "healed", "stains_added", "fed", "blood_spent", "willpower_spent", "blood_drunk"];
const SCENES = ["clock_begun", "clock_ended", "session_started", "session_ended"];

export function kindOf({ type }) {
  return ROLLS.includes(type) ? "rolls" : TRACKERS.includes(type) ? "trackers" : SCENES.includes(type) ? "scenes" : "others";
}

/** Which of the events of one deed says what it was. */
const weight = ({ type, at_once }) => (["contest_resolved", "contest_decided"].includes(type) ? 3 : ROLLS.includes(type) && !at_once ? 2 : 1);

/**
 * @param {object} record names and roles, for what tells something
 * @returns {{seq: number, at: number, event: object, row: object, kind: string}[]} in order; `seq` is
 *   the last event of the stop, `event` what it was, `row` the row of the log it made or amended
 */
export function stopsOf(record, pushes) {
  const rows = new Rows((event) => tell(record, event) !== null);
  const stops = [];
  for (const push of pushes) {
    const { seq, at, event } = push;
    let last = stops.at(-1);
    const { row, gone } = rows.add(push);
    if (gone && last?.row === gone) {
      stops.pop();
      last = stops.at(-1);
    }
    const isSame = last?.at === at;
    // One scene makes room for the next: the new one is what happened.
    if (isSame && row && event.type === "clock_begun" && last.event.type === "clock_ended" && last.event.clock === event.clock) Object.assign(last, { seq, event, row });
    else if (isSame && (!row || row === last.row || tell(record, event) === null)) {
      last.seq = seq;
      if (row === last.row && weight(event) > weight(last.event)) last.event = event;
    } else if (row && tell(record, event) !== null) stops.push({ seq, at, event, row });
  }
  if (stops.length) stops.at(-1).seq = pushes.length;
  return stops.map((stop) => Object.assign(stop, { kind: kindOf(stop.event) }));
}

/** The stop that an event belongs to. */
export const stopAt = (stops, seq) => {
  const found = stops.findIndex((stop) => stop.seq >= seq);
  return found < 0 ? stops.length - 1 : found;
};

/** The row of a stop as it stood then. */
export const rowThen = ({ row, seq }) => ({ ...row, later: row.later.filter((push) => push.seq <= seq) });

/**
 * The evenings: from each session's beginning to the next; what came before the first goes with it.
 * @returns {{session: ?number, from: number, to: number}[]} `from` and `to` are stops, both within
 */
export function eveningsOf(stops) {
  const begins = stops.flatMap(({ event }, i) => (event.type === "session_started" ? [[i, event.session]] : []));
  if (!begins.length) return [{ session: null, from: 0, to: stops.length - 1 }];
  return begins.map(([i, session], n) => ({ session, from: n ? i : 0, to: (begins[n + 1]?.[0] ?? stops.length) - 1 }));
}
