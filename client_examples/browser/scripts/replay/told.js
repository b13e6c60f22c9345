/** How a stop reads: in one line, aloud, as a mark, and in a transcript. */
import { h, own } from "../dom.js";
import { icon } from "../icons.js";
import { markRow, outcomeMark, trackerMark } from "../marks.js";
import { named, opponents } from "../sides.js";
import { game } from "../system.js";
import { look } from "../table/receipt.js";
import { diceWords, plain, reason, rollerOf, tally, tell, timeOf, verdict } from "../words.js";

export const clockOf = (at_ms) => new Date(at_ms).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" });
export const dayOf = (at_ms) => new Date(at_ms).toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric" });

const lower = (words) => (words.startsWith("Humanity") ? words : words.charAt(0).toLowerCase() + words.slice(1));
const within = ({ row: { push, later }, seq }) => [push, ...later].filter((each) => each.seq <= seq).map(({ event }) => event);
const conflictOf = (stop) => !game && within(stop).find(({ type }) => type === "contest_opened")?.contest.conflict;

/** The roll that a stop is about, as it stood then: {event, receipt}, or null. */
function rollOf(stop) {
  const { event } = stop;
  if (!event.receipt && event.type !== "roll_revealed") return null;
  const known = event.type !== "roll_resolved" && within(stop).find(({ type, roll }) => type === "roll_resolved" && roll === event.roll);
  const first = known || event;
  const named = within(stop).find(({ type, roll }) => type === "roll_attributed" && roll === event.roll);
  return { event: { ...first, ...(named && { character: named.character }) }, receipt: event.receipt ?? event };
}

/** The change of a tracker that a stop is about, or came to. */
export const changeOf = (stop) => (stop.kind === "trackers" ? within(stop).findLast(({ type }) => type === "tracker_changed") : undefined);

/**
 * One stop in one line, without a full stop.
 * @returns {(string|{name: string}|{text: string})[]} names and other people's words apart from ours
 */
export function headline(record, stop) {
  const { event, row } = stop;
  const roll = rollOf(stop);
  if (event.type === "contest_resolved") {
    const contest = `${conflictOf(stop) || ""} contest`.trim();
    return event.winner ? [{ name: record.nameOf(event.winner) }, ` wins a ${contest}${game ? "" : ` by ${event.margin}`}`] : [`A ${contest} ends in a tie`];
  }
  if (event.type === "contest_decided") return tell(record, event);
  const opened = event.contest && within(stop).find(({ type }) => type === "contest_opened")?.contest;
  if (opened && event.type === "roll_resolved" && event.character === opened.character) {
    return [{ name: record.nameOf(opened.character) }, ` begins a ${game ? "" : `${opened.conflict} `}contest against `, ...named(opponents(opened).map((id) => ({ name: record.nameOf(id) })))];
  }
  if (roll) {
    const { event: rolled, receipt } = roll;
    const result = receipt.type === "rouse" ? `Rouse check, ${receipt.passed ? "Hunger stays" : "Hunger rises"}` : receipt.type === "compulsion" ? verdict(receipt) : lower(verdict(receipt));
    // What is called like its result is not named twice.
    const label = receipt.type !== "initiative" && rolled.label;
    return [{ name: rollerOf(record, rolled) }, label ? ", " : "", label ? { text: label } : "",
      event.type === "roll_revealed" && !event.at_once && rolled.type !== event.type ? ", revealed: " : event.type === "roll_rerolled" ? ", rerolled: " : ["rouse", "initiative"].includes(receipt.type) ? ", " : ": ", result].filter(Boolean);
  }
  const change = ["tracker_set", "tracker_changed"].includes(event.type) && changeOf(stop);
  const told = (change ? tell(record, change) : tell(record, row.push.event === event ? row.push.event : event)) ?? [plain(event.type)];
  return event.note && change ? [...told, ": ", { text: event.note }] : told;
}

export const wordsOf = (parts) => parts.map((part) => (part.name ? own(part.name, "strong") : part.text ? own(part.text) : part));
const flat = (parts) => parts.map((part) => part.name ?? part.text ?? part).join("");

/** The same to listen to. */
export const spoken = (record, stop) => flat(headline(record, stop)).replaceAll(" + ", " plus ").replaceAll("→", "to").replaceAll(" ·", ",");

/** One small box of a kind of damage. */
export const damageMark = (kind) => markRow("health", { boxes: 1, [kind]: 1 }).firstElementChild;

/** The mark of a stop, or an empty place as wide. */
export function markOf(stop) {
  const { event, kind } = stop;
  if (event.type === "blind_roll_made") return icon("blind");
  if (["contest_resolved", "contest_decided"].includes(event.type)) return outcomeMark("contest");
  const roll = rollOf(stop);
  if (roll) return ["rouse", "rouses", "compulsion", "resonance"].includes(roll.receipt.type) ? trackerMark("hunger") : outcomeMark(look(roll.receipt));
  const change = changeOf(stop);
  if (change) return damageIn(change) ? damageMark(damageIn(change)) : trackerMark(change.tracker);
  return kind === "scenes" ? icon("clock") : h("span.no-sign");
}

/** Which damage a change of a track brought, or undefined. */
export const damageIn = ({ before, after }) =>
  ["aggravated", "lethal", "superficial", "bashing"].find((kind) => after?.boxes && (after[kind] ?? 0) > (before?.[kind] ?? 0));

/** Other people's words in Markdown: nothing in them is markup, and they stay on their line. */
const plainly = (text) => String(text).replace(/\s+/g, " ").replace(/[\\`*_{}[\]<>#|~&!]/g, "\\$&");
const inMarkdown = (parts) => parts.map((part) => (part.name ? `**${plainly(part.name)}**` : plainly(part.text ?? part))).join("");

/** What a roll came to, in full. */
function rollInFull(record, stop) {
  const { event, row: { push, later }, at } = stop;
  // Who answers a contest rolls in the deed that decides it.
  const answer = event.type === "contest_resolved" && [push, ...later].findLast((each) => each.at === at && each.event.type === "roll_resolved")?.event;
  if (answer) return ` ${plainly(record.nameOf(answer.character ?? answer.member))}, ${lower(verdict(answer.receipt))}.${rollInFull(record, { ...stop, event: answer })}`;
  const roll = rollOf(stop);
  if (!roll) return "";
  const { receipt } = roll;
  const [number, rest] = tally(receipt);
  const dice = receipt.dice ? diceWords(receipt.dice).trim() : receipt.faces ? `Dice ${receipt.faces.join(", ")}.` : receipt.checks ? `Dice ${receipt.checks.join("; ")}.` : receipt.temperament_faces ? `Dice ${receipt.temperament_faces.join(", ")}.` : "";
  const why = roll.event.contest ? "" : roll.event.receipt || stop.event.receipt ? reason(receipt) : "The dice were not shown.";
  return ` ${[receipt.difficulty && `${number} ${rest}.`, dice, why, roll.event.note && `“${plainly(roll.event.note)}”`].filter(Boolean).join(" ")}`.trimEnd();
}

/**
 * What this viewer saw, as Markdown.
 * @param {object} record names as of now
 * @param {string} title
 * @param {string} viewer
 */
export function transcript(record, title, viewer, stops) {
  const lines = stops.map((stop) => {
    const { event, at } = stop;
    const words = inMarkdown(headline(record, stop));
    if (event.type === "session_started") return `\n## ${words}, ${dayOf(at)}\n`;
    if (event.type === "clock_begun") return `\n${event.clock === "scene" ? "###" : "##"} ${timeOf(at)} ${words.replace(/ begins(?=:|$)/, "")}\n`;
    return `- ${timeOf(at)} ${words.replace(/\.$/, "")}.${rollInFull(record, stop)}`;
  });
  const [first, last] = [stops[0]?.at, stops.at(-1)?.at].map((at) => at && dayOf(at));
  return [`# ${plainly(title)}`, "", `As ${plainly(viewer)} saw it, ${first === last ? first : `${first} to ${last}`}.`, "", ...lines, ""].join("\n");
}
