/** The table: its header, the banner of the line, and the places of its parts at every width. */
import { refreshIn, say, setLive, setPaused } from "../acts.js";
import { dialog, wanted } from "../dialog.js";
import { button, fill, h, needStyle, own } from "../dom.js";
import { icon, emblem } from "../icons.js";
import { isOn } from "../kept.js";
import { forgetSeat, keepSeat, renewedToken } from "../seats.js";
import { play, played } from "../system.js";
import { logPart } from "../table/log.js";
import { pauseBar } from "../table/pause_bar.js";
import { switchTheme, theme } from "../theme.js";
import { count, plain, speak, timeOf } from "../words.js";

/** Closes after which the seat is gone: removed, room gone, left. */
const GONE = [4005, 4006, 4013, 4015];
const RENEWED = 4015;
const TOO_OLD = 4008;
const STATES = { connecting: "Connecting…", live: "Connected", waiting: "Connection lost", ended: "Not connected" };
const RESTORED = (isStoryteller) => [h("strong", "The record changed."),
  ` The server was restored from a copy. Your page now shows what the server has; ${isStoryteller ? "see what is missing, and tell your players" : "tell your Storyteller"}.`];
const REASONS = {
  epoch_changed: RESTORED, history_changed: RESTORED,
  too_far_behind: () => [h("strong", "Back at the table."), " Much happened while you were away."],
  generation_changed: () => ["Your role changed, and with it what you see."],
  resync: () => ["A message was lost. This is the table as it is now."],
};
/** A banner that asks for nothing goes by itself after so long. */
const TOLD_FOR_MS = 12_000;

const skip = (words, does) => h("a.skip", { href: "#", onclick: (event) => {
  event.preventDefault();
  does();
} }, words);

function themeButton() {
  const change = button(icon("sun"), () => name(switchTheme()), "quiet round theme");
  const name = (now) => change.setAttribute("aria-label", `Change to the ${now === "dark" ? "light" : "dark"} theme`);
  name(theme());
  return change;
}

/** The side of a role, with the dice pool of the system that is played. */
async function fetchSide(isStoryteller) {
  if (isStoryteller) needStyle("styles/screen.css");
  const [side, pool] = await Promise.all([isStoryteller ? import("../screen/screen.js") : import("../table/player.js"), played.fetchPool(isStoryteller)]);
  return { ...side, pool };
}

/** @returns {[Element, () => void]} the page, and what to do when it is left */
export function table(session, seat, go) {
  const { record } = session;
  const home = () => go(null);

  // --- parts of everybody ------------------------------------------------------------------------

  const toReplay = () => go({ ...seat, kind: "replay" });
  // What is drawn here can be done, which a replay of it cannot.
  session.isTable = true;
  const log = logPart(session, { replay: toReplay, build: () => toPool() });
  /** Who is at the table, and the ways in: fetched when somebody first looks. */
  const company = h("div.company");
  let people;
  const fetchPeople = () => people ?? wanted(() => import("../table/people.js"), (part) => {
    people ??= part.people(session);
    fill(company, people.element);
    people.update();
  });
  /** The field to say something comes once the log stands. */
  let talk;
  let slip;
  Promise.all([import("../table/saying.js"), import("../table/undoing.js")]).then(([{ saying }, { undoing }]) => {
    talk = saying(session);
    talk.update();
    slip = undoing(session);
    log.move(() => log.element.append(slip.element, talk.element));
    refreshIn(log.element);
  }).catch((problem) => console.warn("The field to say something could not be fetched:", problem));
  const title = h("h1", { tabindex: -1 }, own(seat.room_name));
  const clocks = h("p.clocks");
  const state = h("span.state");
  const presence = h("button.presence", { type: "button", onclick: () => showPeople() });
  const menuPlace = h("div");
  let menu;
  const openMenu = () => wanted(() => import("../table/menu.js"), (part) => {
    menu ??= part.menu(session, { people: () => showPeople(), create: () => toCreate(), replay: toReplay, forget: () => forgetSeat(seat), home, place: menuPlace });
    menu.open();
  });
  const showKeys = () => wanted(() => import("../table/menu.js"), (part) => part.showKeys());
  const menuButton = button(icon("menu"), openMenu, "quiet round");
  menuButton.setAttribute("aria-label", "Menu");
  let safe;
  const toSafety = () => wanted(() => import("../table/safety.js"), ({ safety }) => {
    safe ??= safety(session);
    safe.open();
  });
  const pauseButton = button(icon("pause"), toSafety, "quiet round to-pause");
  pauseButton.setAttribute("aria-label", "Pause the table; lines and veils");
  const brand = button([emblem(), h("strong.brand", "Coterie"), h("span.unseen", ": to the first page")], home, "quiet home");
  const told = h("p");
  const banner = h("div.banner", { hidden: true }, h("span.sign"), told);
  const top = h("header.top", skip("To the dice pool", () => toPool()), skip("To the log", () => log.focus()), brand, h("div.room", title, clocks), presence, state, pauseButton, themeButton(), menuButton);
  const bar = pauseBar(session);
  const page = h("div.table", top, h("div.banners", banner, bar.element), log.element);

  // --- the two sides -------------------------------------------------------------------------------

  let making;
  const makingDialog = dialog("Create a character", [], { className: "editor" });
  const toCreate = () => wanted(() => played.dialogs.creation(), ({ creation }) => {
    if (!making) {
      making = creation(session, () => makingDialog.close());
      makingDialog.body.append(making.element);
    }
    making.update();
    makingDialog.reveal();
  });
  const shared = { page, log, people: company, fetchPeople, menuPlace, create: toCreate };
  /** What this viewer has beside the log: a player's parts or the Storyteller's screen; null until it is fetched. */
  let beside = null;
  let asked;
  let isLeft = false;
  // Who was a Storyteller here before will be one again: that side is fetched while the line comes up.
  Promise.resolve(seat.system && play(seat.system)).then(() => seat.system && fetchSide(seat.role === "storyteller")).catch(() => {});

  /** A Storyteller's side as this page deals with it. */
  function behindScreen({ screen, pool }) {
    const behind = screen(session, { log: log.element, people: company, pool });
    fetchPeople();
    state.before(behind.head);
    log.element.before(behind.element);
    log.element.after(behind.nav);
    return {
      update: (news) => behind.update(news), roll: () => {}, focusBusiness: () => behind.business?.focus(),
      leave() {
        behind.leave();
        [behind.element, behind.nav, behind.head].forEach((part) => part.remove());
      },
      focusPool() {
        behind.go("roll", true);
        behind.pool?.focus();
      },
      showPeople() {
        behind.go("characters", true);
        company.scrollIntoView({ block: "nearest" });
      },
    };
  }
  /** Each role and each system has its own side, fetched when it is needed; both may change. */
  async function takeSides(isStoryteller) {
    const wants = `${isStoryteller} ${record.raw.system}`;
    if (asked === wants) return;
    asked = wants;
    beside?.leave();
    beside = making = null;
    makingDialog.body.replaceChildren();
    presence.hidden = isStoryteller;
    let made;
    try {
      made = await fetchSide(isStoryteller);
    } catch (problem) {
      console.warn("A part of the page could not be fetched:", problem);
      announce("wait", "A part of the page could not be fetched. Reload it.", reload);
      return;
    }
    if (asked !== wants || isLeft) return;
    try {
      beside = isStoryteller ? behindScreen(made) : made.player(session, seat, { ...shared, pool: made.pool });
      beside.update({ fresh: [], isNew: true });
    } catch (problem) {
      console.warn("The table could not be shown:", problem);
      session.giveUp();
      return;
    }
    // What was made before the line was up, and has a place only now.
    refreshIn(page);
  }
  const toPool = () => beside?.focusPool();
  const showPeople = () => beside?.showPeople();

  // --- the line ------------------------------------------------------------------------------------

  let wasLost = false;
  let ticking;
  let fading;
  function announce(ink, words, control) {
    clearTimeout(fading);
    banner.className = `banner ${ink}`;
    banner.hidden = false;
    fill(banner.firstChild, icon(ink === "won" ? "tick" : control === tryNow ? "offline" : "clock"));
    fill(told, words);
    if (banner.lastChild !== control) banner.replaceChildren(banner.firstChild, told, control);
    if (ink === "won") fading = setTimeout(() => { banner.hidden = true; }, TOLD_FOR_MS);
  }
  const tryNow = button("Try now", () => session.connect());
  const reload = button("Reload", () => location.reload());
  const leave = button("To the first page", home);
  const close = button("Close", () => { banner.hidden = true; });

  function lost() {
    const { seconds, state: { why } } = session;
    announce("wait", [h("strong", "Connection lost. "),
      seconds > 0 ? `Trying again in ${count(seconds, "second")}. ` : "Trying again now. ", (why ?? "").replace(/: reconnect.*/, "."),
      record.view ? ` What you see is as of ${timeOf(session.heardAt)}.` : ""], tryNow);
  }

  /** A new token takes the place of the one that opens nothing any more. */
  function goOn() {
    const token = renewedToken(seat, session.token);
    if (token) {
      Object.assign(seat, { token, fresh: undefined });
      session.token = token;
      session.connect();
    }
    return Boolean(token);
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
    if (name !== "ended" || (code === RENEWED && goOn())) return;
    const words = code === TOO_OLD ? "This page is older than the server. Reload it." : code === RENEWED ? "This seat was renewed on another device, and this one is signed out." : why ?? "The server closed the door.";
    if (GONE.includes(code)) forgetSeat(seat);
    announce("wait", words, GONE.includes(code) ? leave : reload);
    say("alarm", [words]);
  }

  /** Say what became of a line that was lost, or of a view that began anew. */
  function cameBack({ isReturn, reason, fresh }) {
    const happened = fresh.length ? ` ${count(fresh.length, "thing")} happened while you were away.` : "";
    const words = REASONS[reason]?.(record.isStoryteller) ?? (isReturn ? [h("strong", "Back at the table."), happened] : null);
    if (!words) return false;
    announce(reason && reason !== "too_far_behind" ? "wait" : "won", words, close);
    say("speech", [words.map((each) => each.textContent ?? each).join("")]);
    return true;
  }

  /** Dice are checked once the table stands there: nobody waits for that. */
  let isWatching = false;
  function watchDice() {
    if (isWatching || !record.entries.some(({ event }) => event.source === "book")) return;
    isWatching = true;
    new Promise((done) => setTimeout(done)).then(() => import("../dice/watch.js")).then(({ watch }) => isLeft || watch(session, seat, log), (problem) => {
      console.warn("Dice are not checked:", problem);
      isWatching = false;
    });
  }

  // --- what happens --------------------------------------------------------------------------------

  function drawHeader() {
    const { view } = record;
    if (title.textContent !== view.name) fill(title, own(view.name));
    document.title = `${view.name} · Coterie`;
    fill(clocks, view.clocks.map(({ clock, number, title: called }, i) => [i > 0 && " · ", `${plain(clock)} ${number}`, called && ", ", own(called)]),
      !view.clocks.length && (view.session ? `Session ${view.session}` : "No night has begun"));
    const here = view.members.filter(({ role }) => role !== "bot");
    const tells = ({ member, name, role }) => `${name}${role === "storyteller" ? ", Storyteller" : ""}, ${record.present.has(member) ? "here" : "away"}`;
    presence.setAttribute("aria-label", `At the table: ${here.map(tells).join("; ")}`);
    fill(presence, here.slice(0, 7).map(({ member, name, role }) => h(`span.initials.${role}${record.present.has(member) ? "" : ".away"}`, { "aria-hidden": "true" }, Array.from(name).slice(0, 2).join(""))),
      here.length > 7 && h("span.initials", { "aria-hidden": "true" }, `+${here.length - 7}`));
  }

  function changed(news) {
    if (!record.view) return;
    const { view, isStoryteller, me, role } = record;
    drawHeader();
    setPaused(page, Boolean(view.pause));
    page.classList.toggle("storyteller", isStoryteller);
    page.classList.toggle("spectator", role === "spectator");
    takeSides(isStoryteller);
    const isBack = cameBack(news);
    [making, people, talk, safe, bar].forEach((part) => part?.update(news));
    log.update({ ...news, away: news.isReturn && !news.isNew });
    beside?.update(news);
    watchDice();
    if (wasLost && session.state.name === "live") {
      wasLost = false;
      document.getElementById("alarm").replaceChildren();
      if (!isBack) banner.hidden = true;
    }
    if (!isBack && !news.isNew) say("speech", spoken(news.fresh));
    if (news.isNew) keepSeat({ ...seat, ...record.raw.members.find(({ member }) => member === me), room_name: view.name, system: view.system, at: Date.now() });
  }
  /** What is said of events: a price that a reroll cost is part of the reroll. */
  const spoken = (fresh) => fresh.filter(({ event, at }) => !(event.tracker === "willpower" && fresh.some((each) => each.event.type === "roll_rerolled" && each.at === at)))
    .map(({ event }) => speak(record, event)).filter(Boolean);

  const KEYS = {
    r: toPool, l: () => log.focus(), j: () => log.step(1), k: () => log.step(-1), w: () => log.reroll(), "?": showKeys,
    o: () => beside?.focusBusiness(), s: () => talk?.focus(), u: () => slip?.undo(), p: toSafety,
  };
  function pressed(event) {
    const { key, target, ctrlKey, metaKey, altKey } = event;
    if (!page.isConnected) return;
    if (key === "Enter" && (ctrlKey || metaKey) && !target.closest("form")) {
      event.preventDefault();
      beside?.roll();
      return;
    }
    if (ctrlKey || metaKey || altKey || isOn("quiet") || !record.view || document.querySelector("dialog[open]")) return;
    if (target.closest("input:not([type=checkbox], [type=radio]), select, textarea") || !Object.hasOwn(KEYS, key)) return;
    event.preventDefault();
    KEYS[key]();
  }
  document.addEventListener("keydown", pressed);

  session.addEventListener("line", lineChanged);
  session.addEventListener("refused", ({ detail }) => detail.code === "unknown_credential"
    && !goOn() && go({ kind: "lost", hints: { table: seat.room_name, from: seat.name } }));
  session.addEventListener("late", ({ detail: { answer } }) => {
    const words = answer ? answer.type === "rejected" && answer.message : "What you asked for before was never answered, and is too old to be asked again: the log shows whether it happened.";
    if (!words) return;
    announce("wait", words, close);
    say("alarm", [words]);
  });
  /** A room that this page cannot draw is like one that it cannot read: it says so and does not stand there half made. */
  function draw(news) {
    try {
      changed(news);
    } catch (problem) {
      console.warn("The table could not be shown:", problem);
      if (news.isNew) session.giveUp();
    }
  }
  /** What happened while nobody looked: it is taken in as it comes, and drawn in one go when the page is shown. */
  let unseen = null;
  function happened(news) {
    // A room that begins anew is drawn as a whole, with all that was in between.
    if (news.isNew) unseen = null;
    if (!document.hidden || news.isNew) draw(news);
    else unseen = { ...unseen, ...news, isReturn: Boolean(unseen?.isReturn || news.isReturn), fresh: [...unseen?.fresh ?? [], ...news.fresh] };
  }
  function shown() {
    const news = unseen;
    unseen = null;
    if (news) draw(news);
  }
  const looked = () => document.hidden || shown();
  document.addEventListener("visibilitychange", looked);
  session.addEventListener("change", ({ detail }) => happened(detail));
  lineChanged();
  draw({ fresh: [], isNew: true });
  return [page, () => {
    clearInterval(ticking);
    clearTimeout(fading);
    document.removeEventListener("keydown", pressed);
    document.removeEventListener("visibilitychange", looked);
    isLeft = true;
    beside?.leave();
    session.end();
  }];
}
