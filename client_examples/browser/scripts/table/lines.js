/** The rows of the log as elements: single lines of who came and went and what a tracker did; cards are drawn by their system. */
import { actButton } from "../acts.js";
import { wanted } from "../dialog.js";
import { button, h, own } from "../dom.js";
import { icon } from "../icons.js";
import { hasMarks, markRow, trackerMark } from "../marks.js";
import { game, readerOf } from "../system.js";
import { plain, tell, timeOf, valueWords } from "../words.js";
import { aboutEffect } from "./effects.js";
import { chipsOf } from "./receipt.js";
import { saidLine } from "./said.js";

const SIGNS = { blind_roll_made: () => icon("blind"), proposal_confirmed: () => icon("tick"), healed: () => icon("plus"),
  damage_dealt: ({ kind }) => markRow("health", { boxes: 1, [kind]: 1 }).firstElementChild };

const NOTED = ["damage_dealt", "healed", "stains_added", "tracker_set", "fed", "blood_spent", "blood_drunk"];

/** The mark of a tracker; of one with boxes, that of the kind of damage that changed. */
function signOf({ tracker, before, after }) {
  const kind = ["aggravated", "superficial"].find((each) => (after?.[each] ?? 0) !== (before?.[each] ?? 0));
  return kind && !game ? markRow(tracker, { boxes: 1, [kind]: 1 }).firstElementChild : trackerMark(tracker);
}

/** What changed, in words, where the cause does not say it. */
function changed(record, { character, tracker, before, after }) {
  const name = own(record.nameOf(character), "strong");
  if (typeof after === "number") return [name, `, ${plain(tracker)} ${before} → ${after}`];
  const size = after.boxes !== before.boxes ? `, ${after.boxes} boxes` : "";
  return [name, `, ${plain(tracker)}: ${valueWords(after)}${size}`];
}

const words = (parts) => parts.map((part) => (part.name ? own(part.name, "strong") : part));

/** When an effect weighs and how it ends, where anything is to be said of that. */
function aboutWords(effect) {
  const about = aboutEffect(effect);
  return about.textContent.trim() ? [" · ", about] : "";
}

/** Whoever may set a tracker may put back what became of it, unless it stands so already. */
function mayChangeBack(record, { character, tracker, before }) {
  const now = record.character(character)?.trackers?.[tracker];
  return now !== undefined && (record.isStoryteller || record.owns(character)) && JSON.stringify(now) !== JSON.stringify(before);
}
function changeBack(session, change, seq) {
  const way = button(icon("previous"), () => wanted(() => import("./changing_back.js"), ({ changingBack }) => changingBack(session, change)), "quiet change-back");
  way.setAttribute("aria-label", `Change back ${plain(change.tracker)} of ${session.record.nameOf(change.character)}`);
  way.dataset.key = `back ${seq}`;
  return way;
}

/** @returns {Element} the line of a row of kind line */
function lineOf(session, { push, later }) {
  const { record } = session;
  const { event, at } = push;
  if (event.type === "said") return saidLine(record, push);
  const change = event.type === "tracker_changed" ? event : later.find(({ event: each }) => each.type === "tracker_changed")?.event;
  const byHand = event.type === "tracker_set" || event.type === "tracker_changed";
  const said = change && byHand ? [...changed(record, change), event.by && [" · by ", own(record.nameOf(event.by))], event.note && [": ", own(event.note)]] : words(tell(record, event));
  const sign = event.type in SIGNS ? SIGNS[event.type](event) : change ? signOf(change) : h("span.no-sign");
  const byWhom = NOTED.includes(event.type) && !byHand && event.by && event.by !== record.me && !record.character(event.character)?.owners?.includes(event.by);
  const ended = later.filter(({ event: each }) => each.type === "effect_ended").map(({ event: each }) => [" · ", words(tell(record, each))]);
  const begun = event.type === "blood_spent" ? later.filter(({ event: each }) => each.type === "effect_begun").map(({ event: { effect } }) => [" · ", own(effect.name)]) : [];
  // A wish names no roll: it is for the last one that was rolled blind.
  const mayAsk = event.type === "blind_roll_made" && event.member === record.me && record.owns(event.character) && !record.isStoryteller
    && record.entries.findLast(({ event: each }) => each.type === event.type && each.character === event.character) === push;
  return h(`article.line${mayAsk ? ".asks" : ""}${event.type === "clock_begun" ? ".chapter" : event.type === "fed" ? ".wordy" : ""}`, { tabindex: -1 }, sign,
    h("span.told", said, event.type === "effect_begun" && [aboutWords(event.effect), " ", chipsOf(record, { ...event, member: event.by, character: event.effect.character })].flat(), begun.flat(), ended.flat(2), byWhom && [" · by ", own(record.nameOf(event.by))]),
    change && hasMarks(change.tracker) && h("span.change", { "aria-hidden": "true" }, markRow(change.tracker, change.before), icon("arrow"), markRow(change.tracker, change.after)),
    mayAsk && actButton("Ask to see it", session, () => ({ type: "ask_reveal", character: event.character }), `ask ${event.character}`, undefined, "quiet"),
    change && mayChangeBack(record, change) && changeBack(session, change, push.seq),
    h("time", timeOf(at)));
}

/** @returns {Element} any row of the log: a roll or a contest as the system draws it that it was rolled by */
export function drawRow(session, row) {
  if (row.kind === "line") return lineOf(session, row);
  const { event } = [row.push, ...row.later].find(({ event: { receipt } }) => receipt) ?? row.push;
  const reader = readerOf(event.receipt ?? event);
  return row.kind === "contest" ? reader.contestCard(session, row) : reader.receiptCard(session, row);
}
