/** Words: how events, outcomes and trackers read. One thing is called the same everywhere. */

/** A word of the wire for people: "blood_potency" as "Blood potency". */
export const plain = (word) => word.charAt(0).toUpperCase() + word.slice(1).replaceAll("_", " ");

export const count = (n, one, many = `${one}s`) => `${n} ${n === 1 ? one : many}`;

export const timeOf = (at_ms) => new Date(at_ms).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

/** A tracker's value in words. */
export function valueWords(value) {
  if (typeof value === "number") return String(value);
  const { boxes, superficial = 0, aggravated = 0, condition, is_impaired } = value;
  return [
    aggravated && `${aggravated} Aggravated`, superficial && `${superficial} Superficial`,
    condition ?? (is_impaired ? "impaired" : `${boxes - superficial - aggravated} left`),
  ].filter(Boolean).join(", ");
}

/** How many successes of how many, as [number, rest]. */
export function tally({ successes, difficulty, margin, outcome, is_total_failure }) {
  const words = successes === 1 ? "success" : "successes";
  if (!difficulty) return [successes, words];
  const total = is_total_failure && outcome !== "total_failure" ? " · also a total failure" : "";
  const rest = margin === undefined ? "" : margin < 0 ? ` · ${-margin} short` : ` · margin ${margin}`;
  return [successes || "No", `${words} of ${difficulty}${rest}${total}`];
}

/** What a receipt, or an outcome revealed alone, came to. */
export function verdict({ type, passed, kept, outcome, successes }) {
  if (type === "rouse") return `Rouse check, ${passed ? "passed" : "Hunger rises"}`;
  if (type === "remorse") return kept ? "Humanity kept" : "Humanity lost";
  return outcome ? plain(outcome) : count(successes, "success", "successes");
}

/** The dice of a receipt as one text for listeners. */
export const diceWords = (dice) => ["regular", "hunger"].map((kind) => {
  const faces = dice.filter((die) => die.kind === kind).map(({ face }) => face).sort((a, b) => b - a);
  return faces.length ? `${plain(kind)} ${faces.join(", ")}. ` : "";
}).join("");

const PROPOSALS = { messy_critical: "Price of a messy critical", bestial_failure: "Consequence of a bestial failure" };
export const proposalTitle = ({ kind, damage }) => (damage
  ? `${damage.amount} ${plain(damage.kind)} ${plain(damage.track)}` : PROPOSALS[kind] ?? plain(kind));

/** For whom it was rolled. */
export const rollerOf = (record, { character, member }) => record.nameOf(character ?? member);

/** Names are {name}, apart from our words, so that pages can set them apart. */
const who = (record, id) => ({ name: id === record.me ? "You" : record.nameOf(id) });

const TELL = {
  member_joined: (r, e) => [who(r, e.member), ` came to the table as ${e.role}`],
  member_left: (r, e) => [who(r, e.member), " left the table"],
  character_created: (r, e) => [{ name: e.card.name }, e.card.hidden ? " waits behind the screen" : " came to the table"],
  tracker_changed: (r, e) => [who(r, e.character), `, ${plain(e.tracker)} `,
    e.after.boxes ? valueWords(e.after) : `${e.before} → ${e.after}`],
  character_unhidden: (r, e) => [{ name: e.card.name }, " came to the table"],
  tracker_set: (r, e) => [who(r, e.by), ` set ${plain(e.tracker)} of `, who(r, e.character)],
  healed: (r, e) => [who(r, e.character), ` healed ${e.amount} ${plain(e.kind)} ${plain(e.track)}`],
  damage_dealt: (r, e) => [who(r, e.character), ` took ${e.counted} ${plain(e.kind)} ${plain(e.track)}`],
  stains_added: (r, e) => [who(r, e.character), ` gained ${count(e.amount, "Stain")}`],
  blind_roll_made: (r, e) => [who(r, e.member), " rolled blind", e.character ? [" for ", who(r, e.character)] : "",
    r.isStoryteller ? "" : ". The Storyteller has the result"],
  contest_opened: (r, { contest }) => [who(r, contest.character), " began a contest against ", who(r, contest.against)],
  contest_resolved: (r, e) => [e.winner ? [who(r, e.winner), ` won the contest by ${e.margin}. `] : "A tie. ", e.why],
  proposal_opened: (r, { proposal }) => [r.isStoryteller ? "Waits for you: " : "With the Storyteller: ",
    proposalTitle(proposal), proposal.character ? [", ", who(r, proposal.character)] : ""],
  proposal_confirmed: (r, e) => [who(r, e.by), ` confirmed ${e.choice ? plain(e.choice) : "a consequence"}`],
};
/** What shows elsewhere and has no line of its own. */
const SILENT = ["room_created", "invite_used", "invite_expired", "sheet_noted", "trackers_shown", "trackers_hidden", "roll_settled",
  "tracker_audience_changed", "roll_attributed", "proposal_lapsed", "device_link_created"];
const SPOKEN = ["member_joined", "character_created", "tracker_changed", "blind_roll_made", "contest_resolved", "proposal_opened"];

/** One event as a line of the log: an array of words and {name}s, or null where it has no line. */
export function tell(record, event) {
  const { type, by, character, title, note } = event;
  if (SILENT.includes(type)) return null;
  const told = TELL[type]?.(record, event)
    ?? [by ? [who(record, by), ": "] : "", plain(type), character ? [", ", who(record, character)] : ""];
  return [...told, title || note ? [": ", { name: title || note }] : ""].flat(2);
}

/** One event as a sentence for the live region, or null where nothing is said. */
export function speak(record, event) {
  const { type, receipt, label, member } = event;
  const roll = receipt ?? (type === "roll_revealed" && event);
  if (roll) {
    const head = member ? rollerOf(record, event) + (label && `, ${label.replaceAll("+", "plus")}`) : "Rerolled";
    return `${head}. ${verdict(roll)}${roll.difficulty ? `, ${tally(roll).join(" ").replace(" ·", ",")}` : ""}.`;
  }
  return SPOKEN.includes(type)
    ? `${tell(record, event).map((part) => part.name ?? part).join("").replace("→", "to")}.` : null;
}
