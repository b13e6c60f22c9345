/** The table: its parts, the banner of the line, and on phones the sheets that hold the parts. */
import { say, setLive } from "../acts.js";
import { button, fill, h, own } from "../dom.js";
import { forgetSeat, keepSeat } from "../seats.js";
import { business } from "../table/business.js";
import { characters, newCharacter } from "../table/characters.js";
import { logPart } from "../table/log.js";
import { people } from "../table/people.js";
import { pool } from "../table/pool.js";
import { count, plain, speak, timeOf } from "../words.js";

/** Closes after which the seat is gone: removed, room gone, left. */
const GONE = [4005, 4006, 4013];
const TOO_OLD = 4008;
const STATES = { connecting: "Connecting…", live: "Connected", waiting: "Connection lost", ended: "Not connected" };
const RESTORED = "The record changed. The server was restored from a copy.";
const REASONS = {
  epoch_changed: RESTORED, history_changed: RESTORED,
  too_far_behind: "Back at the table. Much happened while you were away.",
  generation_changed: "Your role changed, and with it what you see.",
  resync: "A message was lost. This is the table as it is now.",
};

/** @returns {[Element, () => void]} the page, and what to do when it is left */
export function table(session, seat, go) {
  const { record } = session;
  const [open, dice, cards, creation, company, log] =
    [business, pool, characters, newCharacter, people, logPart].map((make) => make(session, () => show(null)));
  const parts = [open, dice, cards, creation, company, log];
  const title = h("h1", { tabindex: -1 }, own(seat.room_name));
  const clocks = h("small");
  const state = h("span.state");
  const told = h("p");
  const banner = h("div.banner", { hidden: true }, told);
  const coterie = h("div.sheet", creation.element, company.element);

  const sheets = [["Coterie", coterie], ["Business", open.element], ["Roll", dice.element]];
  const tabs = sheets.map(([words, sheet]) => button(words, () => show(sheet)));
  /** On phones: open a sheet, or close it; wider pages show all parts anyway. */
  function show(wanted) {
    sheets.forEach(([, sheet], i) => {
      const wasInside = sheet.contains(document.activeElement);
      const isOpen = sheet.classList.toggle("open", sheet === wanted && !sheet.classList.contains("open"));
      tabs[i].setAttribute("aria-expanded", isOpen);
      if (wasInside && !isOpen) tabs[i].focus();
      if (isOpen) (sheet.querySelector("select, input, summary") ?? sheet).focus();
    });
  }
  const skip = (words, to) => h("a.skip", { href: "#", onclick: (event) => {
    event.preventDefault();
    to.focus();
  } }, words);
  const page = h("div.table", { onkeydown: ({ key }) => key === "Escape" && show(null) },
    skip("To the dice pool", dice.element), skip("To the log", log.element),
    h("header.top", button(h("img", { src: "icon.svg", alt: "To the first page" }), () => go(null), "quiet"), h("div", title, clocks), state),
    banner, h("aside.side", { "aria-label": "Coterie" }, cards.element, coterie),
    h("main", open.element, dice.element), log.element, h("nav", tabs));

  let wasLost = false;
  let ticking;
  function announce(ink, words, control) {
    banner.className = `banner ${ink}`;
    banner.hidden = false;
    fill(told, words);
    if (banner.lastChild !== control) banner.replaceChildren(told, control);
  }
  const tryNow = button("Try now", () => session.connect());
  const reload = button("Reload", () => location.reload());
  const close = button("Close", () => { banner.hidden = true; });

  function lost() {
    const { until, why } = session.state;
    const seconds = Math.ceil((until - Date.now()) / 1000);
    announce("wait", [h("strong", "Connection lost. "),
      seconds > 0 ? `Trying again in ${count(seconds, "second")}. ` : "Trying again now. ", why ?? "",
      record.view ? ` What you see is as of ${timeOf(session.heardAt)}.` : ""], tryNow);
  }

  function lineChanged() {
    const { name, why, code } = session.state;
    const isLost = name === "waiting" || (wasLost && name === "connecting");
    state.className = `state ${name}`;
    state.textContent = STATES[isLost ? "waiting" : name];
    setLive(page, name === "live");
    clearInterval(ticking);
    if (record.view) log.lineChanged();
    if (name === "waiting") {
      if (!wasLost) say("alarm", ["Connection lost. Trying again."]);
      wasLost = true;
      ticking = setInterval(lost, 1000);
    }
    if (isLost) lost();
    if (name !== "ended") return;
    const words = code === TOO_OLD ? "This page is older than the server. Reload it." : why ?? "The server closed the door.";
    if (GONE.includes(code)) forgetSeat(seat);
    announce("wait", words, reload);
    say("alarm", [words]);
  }

  /** Say what became of a line that was lost, or of a view that began anew. */
  function cameBack({ isReturn, reason, fresh }) {
    const happened = fresh.length ? ` ${count(fresh.length, "thing")} happened while you were away.` : "";
    const words = REASONS[reason] ?? (isReturn ? `Back at the table.${happened}` : "");
    if (!words) return false;
    announce(reason && reason !== "too_far_behind" ? "wait" : "won", words, close);
    say("speech", [words]);
    return true;
  }

  function changed(news) {
    if (!record.view) return;
    const { view, isStoryteller, me } = record;
    fill(title, own(view.name));
    document.title = `${view.name} · Coterie`;
    fill(clocks, view.clocks.map(({ clock, number, title: called }) => [`${plain(clock)} ${number}`, called && ", ", own(called), " "]));
    page.classList.toggle("storyteller", isStoryteller);
    parts.forEach((part) => part.update(news));
    tabs[1].textContent = view.proposals.length ? `Business, ${view.proposals.length}` : "Business";
    tabs[2].hidden = dice.element.hidden;
    if (wasLost && session.state.name === "live") {
      wasLost = false;
      banner.hidden = true;
    }
    if (!cameBack(news) && !news.isNew) say("speech", news.fresh.map(({ event }) => speak(record, event)).filter(Boolean));
    if (news.isNew) keepSeat({ ...seat, ...record.member(me), room_name: view.name, at: Date.now() });
  }

  session.addEventListener("line", lineChanged);
  session.addEventListener("change", ({ detail }) => changed(detail));
  lineChanged();
  changed({ fresh: [], isNew: true });
  return [page, () => {
    clearInterval(ticking);
    session.end();
  }];
}
