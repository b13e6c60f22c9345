/** Single lines of the log: who came and went, what a tracker did, that somebody rolled blind. */
import { h, own } from "../dom.js";
import { icon } from "../icons.js";
import { hasMarks, markRow, trackerMark } from "../marks.js";
import { plain, proposalTitle, tell, timeOf, valueWords } from "../words.js";

const NOTED = ["damage_dealt", "healed", "stains_added", "tracker_set"];

/** What changed, in words, where the cause does not say it. */
function changed(record, { character, tracker, before, after }) {
  const name = own(record.nameOf(character), "strong");
  if (typeof after === "number") return [name, `, ${plain(tracker)} ${before} → ${after}`];
  const size = after.boxes !== before.boxes ? `, ${after.boxes} boxes` : "";
  return [name, `, ${plain(tracker)}: ${valueWords(after)}${size}`];
}

const words = (parts) => parts.map((part) => (part.name ? own(part.name, "strong") : part));

/** @returns {Element} the line of a row of kind line */
export function lineOf(session, { push, later }) {
  const { record } = session;
  const { event, at, view } = push;
  const change = event.type === "tracker_changed" ? event : later.find(({ event: each }) => each.type === "tracker_changed")?.event;
  const byHand = event.type === "tracker_set" || event.type === "tracker_changed";
  const said = change && byHand ? [...changed(record, change), event.by && [" · by ", own(record.nameOf(event.by))], event.note && [": ", own(event.note)]] : words(tell(record, event));
  const sign = change ? trackerMark(change.tracker) : event.type === "blind_roll_made" ? icon("blind") : view ? icon("tick") : h("span.no-sign");
  const byWhom = NOTED.includes(event.type) && !byHand && event.by && event.by !== record.me && !record.character(event.character)?.owners?.includes(event.by);
  return h(`article.line${event.type === "clock_begun" ? ".chapter" : ""}`, { tabindex: -1 }, sign,
    h("span.told", said, view && [", ", proposalTitle(view), view.character && [" · ", own(record.nameOf(view.character))]], byWhom && [" · by ", own(record.nameOf(event.by))]),
    change && hasMarks(change.tracker) && h("span.change", { "aria-hidden": "true" }, markRow(change.tracker, change.before), icon("arrow"), markRow(change.tracker, change.after)),
    h("time", timeOf(at)));
}
