/** The log: newest at the bottom; it never jumps away from whoever reads, and draws only what is near. */
import { button, fill, h, segments } from "../dom.js";
import { icon } from "../icons.js";
import { dieFace } from "../marks.js";
import { count, plain, tell, timeOf } from "../words.js";
import { drawRow } from "./lines.js";
import { withRetraction } from "./retracted.js";
import { Rows } from "./rows.js";

const NEAR_END_PX = 48;
/** Rows in the document at most, and how many more are drawn when their end is near. */
const MOST_DRAWN = 180;
const CHUNK = 60;
const NEAR_EDGE_PX = 700;

/** Before anything happens, people come in. */
const ARRIVALS = ["member_joined", "invite_created", "device_linked", "book_opened"];

const FILTERS = [["all", "Everything"], ["rolls", "Rolls"], ["yours", "Yours"]];
const ST_FILTERS = [["all", "Everything"], ["hidden", "Hidden"], ["rolls", "Rolls"]];

/**
 * @param {{replay?: (at?: number) => void, build?: () => void}} ways what the log's buttons lead to
 */
export function logPart(session, { replay, build } = {}) {
  const { record } = session;
  const list = h("ol");
  const asked = h("div");
  const empty = h("div.empty", { hidden: true }, h("div.front-dice", { "aria-hidden": "true" }, dieFace("regular", null), dieFace("regular", null), dieFace("hunger", null)),
    h("h3", "The night is young."), h("p", "Rolls and changes will appear here as they happen."), build && button("Build a pool", build, "main build"));
  const nothing = h("p.empty", { hidden: true }, "Nothing of this kind yet.");
  const news = button("", toEnd, "news");
  const scroll = h("div.scroll", { tabindex: 0, role: "group", "aria-label": "Entries", onscroll: scrolled }, nothing, list, empty, asked);
  const filters = h("div.filters");
  const back = replay && button([icon("clock"), "Replay"], () => replay(), "quiet to-replay");
  const element = h("aside.log", { tabindex: -1, "aria-label": "Log" }, h("header.log-head", h("h2", "Log"), h("div.filter-place", filters), back), scroll, news);

  let rows, shown, from, upto, unread = 0, follows = true, filter = "all", fetching = false, newest;
  const items = new Map();

  const mine = ({ push: { event }, later }) => [event, ...later.map((each) => each.event)].some(({ member, by, character, against, contest, card, effect }) =>
    member === record.me || by === record.me || [character, against, contest?.character, contest?.against, card?.character, (record.effect(effect) ?? effect)?.character].some((id) => id && record.owns(id)));
  const isVeiled = ({ push: { event }, later }) => [event, ...later.map((each) => each.event)].some(({ visibility, card, type }) =>
    (visibility && visibility !== "public") || card?.hidden || type === "blind_roll_made");
  const PASSES = { all: () => true, rolls: ({ kind }) => kind !== "line", yours: mine, hidden: isVeiled };
  const passes = (row) => PASSES[filter](row);

  const isAtEnd = () => scroll.scrollHeight - scroll.scrollTop - scroll.clientHeight < NEAR_END_PX;
  new ResizeObserver(() => follows && toEnd()).observe(scroll);

  /** What else a row shows, once it is known: whether its dice were checked. */
  let adorn = () => {};
  function draw(row) {
    const made = drawn(row);
    adorn(made, row);
    return made;
  }
  function adornWith(does) {
    adorn = does;
    // What is added can make a row higher: who reads further up stays there, who was at the end is at the end.
    const height = scroll.scrollHeight;
    keepPlace(() => rows?.all.forEach((row) => items.has(row.key) && does(items.get(row.key).firstChild, row)));
    if (follows && scroll.scrollHeight !== height) toEnd();
  }
  function drawn(row) {
    try {
      return withRetraction(session, row, drawRow(session, row));
    } catch (problem) {
      console.warn(`Event ${row.push.seq} could not be shown:`, problem);
      return h("article.line", { tabindex: -1 }, h("span.no-sign"), h("span.told", "Something happened that this page cannot show. A newer page may."));
    }
  }
  function itemOf(row) {
    const item = h("li", draw(row));
    items.set(row.key, item);
    return item;
  }
  /** Draw a row anew where it stands; what was opened stays open, and the focus where it was. */
  function redraw(row) {
    const item = row && items.get(row.key);
    if (!item) return;
    const wasOpen = item.querySelector(".details")?.open;
    const hadFocus = item.firstChild === document.activeElement;
    fill(item, draw(row));
    const details = item.querySelector(".details");
    if (wasOpen && details) details.open = true;
    if (hadFocus) item.firstChild.focus({ preventScroll: true });
  }

  /** Rows go out of the document at one end when they come in at the other; what is read stays where it is. */
  function keepPlace(change) {
    const anchor = Array.from(list.children).find((item) => item.getBoundingClientRect().bottom > scroll.getBoundingClientRect().top);
    const before = anchor?.getBoundingClientRect().top;
    change();
    if (anchor?.isConnected) scroll.scrollTop += anchor.getBoundingClientRect().top - before;
  }
  const drop = (row) => {
    items.get(row.key)?.remove();
    items.delete(row.key);
  };
  function drawEarlier() {
    const start = Math.max(0, from - CHUNK);
    keepPlace(() => {
      list.prepend(...shown.slice(start, from).map(itemOf));
      from = start;
      if (upto - from > MOST_DRAWN) {
        shown.slice(from + MOST_DRAWN, upto).forEach(drop);
        upto = from + MOST_DRAWN;
      }
    });
  }
  function drawLater() {
    const end = Math.min(shown.length, upto + CHUNK);
    keepPlace(() => {
      list.append(...shown.slice(upto, end).map(itemOf));
      upto = end;
      trimStart();
    });
  }
  function trimStart() {
    if (upto - from <= MOST_DRAWN) return;
    shown.slice(from, upto - MOST_DRAWN).forEach(drop);
    from = upto - MOST_DRAWN;
  }
  /** Begin at the end, or around a row. */
  function drawFrom(index = shown.length - CHUNK) {
    items.clear();
    from = Math.max(0, index);
    upto = Math.min(shown.length, from + MOST_DRAWN);
    fill(list, shown.slice(from, upto).map(itemOf));
  }

  let wasAt = 0;
  function scrolled() {
    // Only who goes up leaves the end: it moves away by itself when the place of the log becomes lower.
    follows = upto === shown.length && (isAtEnd() || (follows && scroll.scrollTop >= wasAt));
    wasAt = scroll.scrollTop;
    if (follows) seen();
    if (scroll.scrollTop < NEAR_EDGE_PX) earlier();
    else if (upto < shown.length && scroll.scrollHeight - scroll.scrollTop - scroll.clientHeight < NEAR_EDGE_PX) drawLater();
  }
  async function earlier() {
    if (from > 0) drawEarlier();
    else if (record.oldest > 1 && !fetching && session.state.name === "live") {
      fetching = true;
      const { oldest } = record;
      const first = shown[0]?.key;
      await session.fetchEarlier();
      fetching = false;
      gather();
      const index = Math.max(0, shown.findIndex(({ key }) => key === first));
      // Rows that a page before completes, such as a contest's beginning, can change: all that is drawn is drawn anew.
      keepNear(first, () => {
        from = index;
        upto = Math.min(shown.length, index + MOST_DRAWN);
        items.clear();
        fill(list, shown.slice(from, upto).map(itemOf));
      });
      mark();
      if (from > 0) drawEarlier();
      if (follows) toEnd();
      if (record.oldest < oldest && lacksCause()) earlier();
    }
  }
  /** The same for rows that are drawn anew: the one with this key stays where it is. */
  function keepNear(key, change) {
    const before = items.get(key)?.getBoundingClientRect().top;
    change();
    const after = items.get(key)?.getBoundingClientRect().top;
    if (before !== undefined && after !== undefined) scroll.scrollTop += after - before;
  }

  function seen() {
    unread = 0;
    news.hidden = true;
  }
  function toEnd() {
    if (shown && upto < shown.length) drawFrom();
    follows = true;
    scroll.scrollTop = scroll.scrollHeight;
    seen();
  }

  /** Rows of all entries, and those that the filter shows. */
  function gather() {
    rows = new Rows((event) => tell(record, event) !== null);
    record.entries.forEach((push) => rows.add(push));
    shown = rows.all.filter(passes);
  }
  function rebuild() {
    gather();
    drawFrom();
  }
  /** The newest receipt has its hairline until the next comes. */
  function mark() {
    newest?.classList.remove("newest");
    newest = items.get(shown.findLast(({ kind }) => kind !== "line")?.key);
    newest?.classList.add("newest");
  }

  /** Take one event in; says whether there is something new to read. */
  function add(push) {
    const { row, isNew, gone, also } = rows.add(push);
    if (gone) {
      if (shown.at(-1) === gone) {
        shown.pop();
        upto = Math.min(upto, shown.length);
      }
      drop(gone);
    }
    redraw(also);
    if (!row) return false;
    if (!isNew) {
      redraw(row);
      return false;
    }
    if (!passes(row)) return false;
    shown.push(row);
    if (upto === shown.length - 1) {
      const item = itemOf(row);
      item.classList.add("fresh");
      list.append(item);
      upto++;
      if (follows) trimStart();
    }
    return true;
  }

  function setFilter(next) {
    filter = next;
    shown = rows.all.filter(passes);
    drawFrom();
    finish();
    toEnd();
  }
  function finish() {
    empty.hidden = rows.all.some(({ kind, push }) => kind !== "line" || !ARRIVALS.includes(push.event.type));
    nothing.hidden = !rows.all.length || shown.length > 0;
    mark();
  }

  let called = [];
  /** Who has another name now, or a number, has it in every row. */
  function drawNames() {
    if (called.some(({ member, name }) => (record.member(member)?.name ?? name) !== name)) keepPlace(() => shown.forEach(redraw));
    called = record.view.members;
  }

  let offeredTo;
  function update({ fresh, isNew, away }) {
    if (offeredTo !== record.isStoryteller) {
      offeredTo = record.isStoryteller;
      filter = "all";
      fill(filters, segments("Show", "filter", offeredTo ? ST_FILTERS : FILTERS));
      filters.onchange = ({ target }) => setFilter(target.value);
      if (!isNew && !rows) isNew = true;
    }
    if (isNew) rebuild();
    else unread += fresh.filter(add).length;
    drawNames();
    if (away && fresh.length) items.get(shown.find(({ key }) => key >= fresh[0].seq)?.key)?.setAttribute("data-away", `While you were away, ${timeOf(fresh[0].at)} to ${timeOf(fresh.at(-1).at)}`);
    finish();
    news.hidden = !unread;
    news.textContent = `${unread} new`;
    if (isNew || follows) toEnd();
    if (record.oldest > 1 && (scroll.scrollHeight <= scroll.clientHeight || lacksCause())) earlier();
  }
  /** Whether something was decided whose beginning lies before what is known here, but not far. */
  const lacksCause = () => record.entries.length <= MOST_DRAWN - CHUNK
    && record.entries.some(({ event: { type, proposal } }) => type === "proposal_confirmed" && !record.proposal(proposal));

  /** While the line is down, show what was sent into it. */
  function lineChanged() {
    const waiting = session.state.name === "live" ? [] : session.asked;
    fill(asked, waiting.map(({ type, label, pool, modifiers = [] }) => h("p.asked", icon("clock"), h("span",
      h("strong", label || (pool ? count(pool + modifiers.reduce((sum, { dice }) => sum + dice, 0), "die", "dice") : plain(type))),
      `Sent as the line broke. It will be asked for once more and never ${pool ? "rolled" : "done"} twice.`))));
    if (waiting.length) toEnd();
  }

  const receipts = () => Array.from(list.querySelectorAll("article"));
  /** Go to the next receipt (1) or the one before (-1). */
  function step(by) {
    const all = receipts();
    const here = all.indexOf(document.activeElement?.closest("article"));
    const next = here < 0 ? all.at(-1) : all[here + by];
    if (next) next.focus();
    else if (by < 0 && from > 0) {
      drawEarlier();
      step(by);
    } else if (by > 0 && upto < shown.length) {
      drawLater();
      step(by);
    }
  }
  /** Begin a reroll on the receipt that is chosen, or on the last that offers one; a second time, do it. */
  function reroll() {
    const chosen = document.activeElement?.closest("article");
    if (chosen?.contains(document.activeElement) && document.activeElement.matches(".die input")) {
      chosen.querySelector(".reroll .main")?.click();
      return;
    }
    const article = chosen?.querySelector(".reroll") ? chosen : receipts().findLast((each) => each.querySelector(".reroll"));
    (article?.querySelector(".die input") ?? article?.querySelector(".reroll button"))?.focus();
  }
  /** Show the row of a roll, and begin its reroll. */
  function show(roll) {
    const row = rows.all.findLast(({ push, later }) => [push, ...later].some(({ event }) => event.roll === roll && event.receipt));
    if (!row) return;
    if (!shown.includes(row)) {
      filters.querySelector("input[value=all]").checked = true;
      setFilter("all");
    }
    if (!items.has(row.key)) drawFrom(Math.max(0, shown.indexOf(row) - CHUNK / 2));
    const article = items.get(row.key).firstChild;
    article.scrollIntoView({ block: "center" });
    article.focus({ preventScroll: true });
  }
  /** Put the log elsewhere: who reads goes on where they were. */
  function move(change) {
    if (!shown || (follows && isAtEnd())) {
      change();
      toEnd();
    } else keepPlace(change);
  }
  return { element, filters, move, update, adornWith, lineChanged, show, step, reroll, toEnd, focus: () => scroll.focus(), redrawAll: () => rows && rebuild() };
}
