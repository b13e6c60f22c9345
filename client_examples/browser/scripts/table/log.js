/** The log: receipts and lines, newest at the bottom; it never jumps away from whoever reads. */
import { button, fill, h, own } from "../dom.js";
import { markRow } from "../marks.js";
import { count, plain, tell, timeOf } from "../words.js";
import { receiptCard } from "./receipt.js";

const NEAR_END_PX = 48;

export function logPart(session) {
  const { record } = session;
  const list = h("ol");
  const asked = h("div");
  const empty = h("p.empty", h("strong", "The night is young."), " Rolls and changes will appear here as they happen.");
  const earlier = button("Show earlier", showEarlier, "quiet");
  const news = button("", toEnd, "news");
  const scroll = h("div.scroll", { tabindex: 0, role: "group", "aria-label": "Entries", onscroll: () => {
    follows = isAtEnd();
    if (follows) seen();
  } }, earlier, empty, list, asked);
  const element = h("section.log", { tabindex: -1, "aria-label": "Log" }, h("h2", "Log"), scroll, news);
  let rolls;
  let unread = 0;
  let follows = true;

  const isAtEnd = () => scroll.scrollHeight - scroll.scrollTop - scroll.clientHeight < NEAR_END_PX;
  new ResizeObserver(() => follows && toEnd()).observe(scroll);
  function seen() {
    unread = 0;
    news.hidden = true;
  }
  function toEnd() {
    follows = true;
    scroll.scrollTop = scroll.scrollHeight;
    seen();
  }

  function lineOf({ event, at }) {
    const parts = tell(record, event);
    return parts && h("p.line", h("span", parts.map((part) => (part.name ? own(part.name, "strong") : part))),
      event.after?.boxes && h("span.marks", markRow(event.tracker, event.before), "→", markRow(event.tracker, event.after)),
      h("time", timeOf(at)));
  }

  /** Put one event into the list; what concerns a roll already there amends its card. */
  function add(push) {
    const { roll, type, receipt } = push.event;
    const isReveal = type === "roll_revealed";
    const shown = !isReveal && rolls.get(roll);
    if (shown) {
      shown.later.push(push);
      fill(shown.item, receiptCard(session, shown.push, shown.later));
      return false;
    }
    let content;
    try {
      content = receipt || isReveal ? receiptCard(session, push, []) : lineOf(push);
    } catch (problem) {
      console.warn(`Event ${push.seq} could not be shown:`, problem);
      content = h("p.line", h("span", "Something happened that this page cannot show. A newer page may."));
    }
    const item = h("li", content);
    if (receipt && !isReveal) rolls.set(roll, { item, push, later: [] });
    if (content) list.append(item);
    return content;
  }

  function rebuild() {
    rolls = new Map();
    fill(list);
    record.entries.forEach(add);
  }

  async function showEarlier() {
    await session.fetchEarlier();
    const fromEnd = scroll.scrollHeight - scroll.scrollTop;
    rebuild();
    scroll.scrollTop = scroll.scrollHeight - fromEnd;
    update({ fresh: [] });
  }

  function update({ fresh, isNew }) {
    if (isNew) rebuild();
    unread += fresh.filter(add).length;
    earlier.hidden = record.oldest <= 1;
    empty.hidden = list.childElementCount > 0;
    news.hidden = !unread;
    news.textContent = `${unread} new`;
    if (isNew || follows) toEnd();
  }

  /** While the line is down, show what was sent into it. */
  function lineChanged() {
    const waiting = session.state.name === "live" ? [] : session.asked;
    fill(asked, waiting.map(({ type, label, pool }) => h("p.asked",
      h("strong", label || (pool ? count(pool, "die", "dice") : plain(type))),
      " Sent as the line broke. It will be asked for once more and never done twice.")));
    if (waiting.length) toEnd();
  }
  return { element, update, lineChanged };
}
