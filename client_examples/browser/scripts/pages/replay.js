/** The replay: what this viewer saw, moment by moment, with everything as it was. Live events only count. */
import { say } from "../acts.js";
import { ask } from "../dialog.js";
import { button, fill, h, offer, own, segments, svg } from "../dom.js";
import { emblem } from "../icons.js";
import { copyText } from "../links.js";
import { Record } from "../record.js";
import { save, saveData } from "../replay/export.js";
import { linkTo, showMoment } from "../replay/moment.js";
import { fetchLine, Past } from "../replay/past.js";
import { inOrder, states } from "../replay/states.js";
import { eveningsOf, rowThen, stopAt, stopsOf } from "../replay/stops.js";
import { timeLine } from "../replay/time_line.js";
import { changeOf, clockOf, dayOf, headline, markOf, spoken, transcript, wordsOf } from "../replay/told.js";
import { game } from "../system.js";
import { drawRow } from "../table/lines.js";
import { count, plain, tell, timeOf } from "../words.js";

const SPEEDS = [["0", "Event by event"], ["1", "1×"], ["8", "8×"], ["30", "30×"]];
const FILTERS = [["all", "All marks"], ["rolls", "Rolls"], ["trackers", "Trackers"], ["scenes", "Scenes"]];
const PACE_MS = 1500;
const LONGEST_WAIT_MS = 2000;
/** How high a lane is: all Hunger, or so much blood at least. */
const [MOST_HUNGER, LEAST_BLOOD] = [5, 10];
const SHORTEST_WAIT_MS = 60;
/** How many lines of the list stand before the moment, and after it. */
const [BEFORE, AFTER] = [12, 24];
const SIGNS = { first: "M5 4v12M16 4.500L8 10l8 5.500z", back: "M13 4.500L5.500 10l7.500 5.500z", play: "M6 4l10 6-10 6z", pause: "M6.500 4.500v11M13.500 4.500v11", next: "M7 4.500l7.500 5.500L7 15.500z" };
const sign = (name) => svg("svg", { class: `icon solid ${name}`, viewBox: "0 0 20 20", "aria-hidden": "true" }, svg("path", { d: SIGNS[name] }));
/** What asks something of the table has no place in a replay. */
const ACTS = ".reveal, .reroll, [data-act], .die input, .faces";

/** @param {number} [moment] the event of the viewer's line to begin at */
export function replay(session, seat, go, moment) {
  const { record } = session;
  const shown = new Record();
  const still = { record: shown };
  const title = h("h1", { tabindex: -1 }, "Replay of ", own(seat.room_name));
  const about = h("small");
  const evenings = h("select", { "aria-label": "Evening", onchange: () => choose(Number(evenings.value)) });
  const toTable = () => go({ server: seat.server, room: seat.room, member: seat.member });
  const saves = () => [button("Save transcript", saveTranscript), button("Save data", () => saveData(nameOf(evening), past.pushes), "quiet")];
  const card = h("div.moment-card");
  const list = h("ol");
  const around = h("section.around", h("h2", "Around it"), h("div.around-scroll", { tabindex: -1 }, list));
  const cards = states();
  const line = timeLine({ seek: (index) => seek(index), step });
  const time = h("strong.replay-time");
  const place = h("span.replay-place");
  const toggle = button("", () => (playing ? pause() : play()), "main toggle");
  const small = (name, words, onclick) => Object.assign(button(sign(name), onclick, `way ${name}`), { ariaLabel: words, title: words });
  const speeds = segments("Speed", "speed", SPEEDS, "8");
  const marks = offer(h("select", { "aria-label": "Marks", onchange: () => show() }), FILTERS);
  const link = button("Link to this moment", offerLink, "quiet link-to");
  const transport = h("div.transport", h("div.ways", small("first", "First event", () => seek(evening.from)), small("back", "Back one event", () => step(-1)), toggle,
    small("next", "On one event", () => step(1))), h("p.when", time, " ", place));
  const progress = h("progress", { max: 1, value: 0 });
  const waiting = h("p", { role: "status" }, "Reading what happened…");
  const reading = h("section.reading", waiting, progress);
  const whole = h("main.replay-main", { hidden: true }, h("section.moment", h("h2", "At this moment"), card), around, cards.element,
    h("section.panel.line-panel", { "aria-label": "Time" }, transport, h("div.choices", link, speeds, marks), line.element), h("div.row.keep", saves()));
  const page = h("div.replay", { onclick: followLink },
    h("header.top.replay-head", button([emblem(), h("span.brand", "Coterie"), h("span.unseen", ", to the first page")], () => go(null), "quiet to-front"), h("div", title, about),
      evenings, h("div.row.keep-above", saves()), button("Back to the table", toTable, "main")), reading, whole);

  let past, stops = [], nights = [], evening, here, playing = false, timer, linkTimer, fetching = false, missed = 0, upto, known, checks, isLeft = false;

  const passes = (stop) => marks.value === "all" || stop.kind === marks.value;
  const titleOf = ({ session: number, to }) => {
    const night = shownAt(stops[to]).clocks.find(({ clock }) => clock === "night")?.number
      ?? stops.slice(0, to + 1).findLast(({ event }) => event.type === "clock_begun" && event.clock === "night")?.event.number;
    return night ? `night ${night}` : number ? `session ${number}` : "";
  };
  const nameOf = (which) => [record.view.name, titleOf(which)].filter(Boolean).join(", ");
  const shownAt = ({ seq }) => past.at(seq);
  /** Let `shown` be what the viewer knew at a stop. */
  function know(stop) {
    shown.view = { ...shownAt(stop), standing_rolls: [] };
    return shown;
  }

  function showAbout() {
    const { name, why } = session.state;
    fill(about, "As ", own(record.view ? record.nameOf(record.me) : seat.name), " saw it. ",
      missed > 0 && `${count(missed, "new thing has", "new things have")} happened at the table.`,
      name === "waiting" ? " Connection lost. Trying again." : name === "ended" ? " Not connected." : "");
    if (name === "ended" && !past) {
      fill(reading, h("p.refusal", h("strong", "The past could not be read. "), why ?? "The server closed the door."), button("Reload", () => location.reload()));
    }
  }

  async function load() {
    if (fetching) return;
    fetching = true;
    const { me } = record;
    try {
      const found = await fetchLine(session, (got, of) => {
        waiting.textContent = `Reading ${got} of ${count(of, "event")}…`;
        progress.value = of ? got / of : 1;
      });
      fetching = false;
      if (!found) {
        load();
        return;
      }
      upto = found.pushes.length;
      known = `${record.position.epoch} ${record.position.generation}`;
      missed = 0;
      shown.me = me;
      shown.begin({ position: record.position, snapshot: found.view, recent: found.pushes });
      past = new Past(found.pushes, found.view, me);
      stops = stopsOf(shown, found.pushes);
      checkDice(found.pushes);
    } catch (problem) {
      fetching = false;
      fill(reading, h("p.refusal", h("strong", "The past could not be read. "), problem.message), button("Try again", () => {
        fill(reading, waiting, progress);
        load();
      }));
      return;
    }
    if (!stops.length) {
      fill(reading, h("div.empty", h("h3", "The night is young."), h("p", "Rolls and changes can be replayed once they have happened.")));
      return;
    }
    reading.hidden = true;
    whole.hidden = false;
    nights = eveningsOf(stops);
    offer(evenings, nights.map((each, i) => [String(i), `${plain(titleOf(each) || "all of it")}, ${dayOf(stops[each.from].at)}`]));
    evenings.hidden = nights.length < 2;
    const start = moment ? stopAt(stops, moment) : null;
    choose(start === null ? nights.length - 1 : nights.findIndex(({ to }) => start <= to), start);
  }

  /** Dice are checked once the replay stands there, by what checks them at the table: nobody waits for that. */
  function checkDice(pushes) {
    checks?.stop();
    checks = undefined;
    if (!pushes.some(({ event }) => event.source === "book" || event.source === "unproven")) return;
    new Promise((done) => setTimeout(done)).then(() => import("../dice/past.js")).then(({ checkPast }) => {
      if (isLeft || past?.pushes !== pushes) return;
      checks = checkPast(session, seat, pushes, (seq) => evening && isAbout(stops[here], seq) && adorn(stops[here]));
      if (evening) adorn(stops[here]);
    }).catch((problem) => console.warn("Dice are not checked:", problem));
  }
  const isAbout = ({ row: { push, later }, seq: upto_ }, seq) => seq <= upto_ && (push.seq === seq || later.some((each) => each.seq === seq));
  const adorn = (stop) => card.firstElementChild && checks?.adorn(card.firstElementChild, rowThen(stop));

  /** Replay another evening. */
  function choose(which, start) {
    pause();
    evening = nights[which];
    evenings.value = String(which);
    fill(title, `Replay of ${titleOf(evening) ? `${titleOf(evening)}, ` : ""}`, own(record.view.name));
    document.title = `Replay · ${record.view.name} · Coterie`;
    here = start ?? evening.from;
    show();
  }

  function scenes() {
    const { from, to } = evening;
    const before = from > 0 ? shownAt(stops[from - 1]).clocks.find(({ clock }) => clock === "scene") : null;
    const found = before ? [{ title: before.title || `Scene ${before.number}`, from, to: null }] : [];
    for (let i = from; i <= to; i++) {
      const { type, clock, title: called, number } = stops[i].event;
      if (clock !== "scene") continue;
      if (found.length) found.at(-1).to ??= i;
      if (type === "clock_begun") found.push({ title: called || `Scene ${number}`, from: i, to: null });
    }
    return found;
  }

  /**
   * One lane for each character whose Hunger, or blood, or damage this viewer saw: steps [stop, value] as high as
   * *most*, marks [stop, change].
   */
  function lanes() {
    const stepped = game ? "blood_pool" : "hunger";
    const { from, to } = evening;
    const found = new Map();
    let seq = from ? stops[from - 1].seq : 0;
    for (let i = from; i <= to; i++) {
      for (const { character, name, trackers = {} } of shownAt(stops[i]).characters) {
        const lane = found.get(character) ?? found.set(character, { character, steps: [], marks: [] }).get(character);
        lane.name = name;
        const value = trackers[stepped] ?? null;
        if (value !== (lane.steps.at(-1)?.[1] ?? null)) lane.steps.push([i, value]);
      }
      for (; seq < stops[i].seq; seq++) {
        const { event } = past.pushes[seq];
        if (event.type === "tracker_changed" && event.tracker !== stepped) found.get(event.character)?.marks.push([i, event]);
      }
    }
    shown.view = shownAt(stops[to]);
    const order = inOrder(shown).map(({ character }) => character);
    const all = [...found.values()].filter(({ steps, marks: changes }) => steps.length || changes.length)
      .sort((a, b) => order.indexOf(a.character) - order.indexOf(b.character)).map((lane) => ({ ...lane, most: game ? Math.max(LEAST_BLOOD, ...lane.steps.map(([, value]) => value)) : MOST_HUNGER, isMine: Boolean(shown.owns(lane.character)) }));
    if (all.length && !all.some(({ isMine }) => isMine)) all[0].isMine = true;
    return all;
  }

  function show() {
    line.show({ stops, ...evening, scenes: scenes(), lanes: lanes(), filter: marks.value, passes });
    draw();
  }

  function drawCard(stop) {
    const row = rowThen(stop);
    let drawn;
    try {
      drawn = drawRow(still, row);
      drawn.querySelectorAll(ACTS).forEach((each) => each.remove());
    } catch (problem) {
      console.warn(`Event ${stop.seq} could not be shown:`, problem);
      drawn = h("p.hint", "Something happened that this page cannot show. A newer page may.");
    }
    card.classList.toggle("of-line", row.kind === "line");
    fill(card, drawn);
    checks?.adorn(drawn, row);
  }

  function drawList() {
    const { from, to } = evening;
    const [near, late] = [[], []];
    for (let i = here - 1; i >= from && near.length < BEFORE; i--) if (passes(stops[i])) near.unshift(i);
    for (let i = here + 1; i <= to && late.length < AFTER; i++) if (passes(stops[i])) late.push(i);
    const items = [...near, here, ...late].map((i) => h("li", h(`button.moment-item${i > here ? ".later" : ""}`, { type: "button", "data-key": `stop ${i}`, "aria-current": i === here && "true", onclick: () => seek(i) },
      h("time", timeOf(stops[i].at)), markOf(stops[i]), h("span", wordsOf(headline(shown, stops[i]))))));
    fill(list, items);
    const now = items[near.length];
    list.parentNode.scrollTop = now.offsetTop - (list.parentNode.clientHeight - now.offsetHeight) / 2;
  }

  function draw() {
    const stop = stops[here];
    know(stop);
    drawCard(stop);
    cards.show(shown, changeOf(stop));
    // The list is as high as the others leave it, and is scrolled by that.
    drawList();
    time.textContent = clockOf(stop.at);
    place.textContent = `event ${here - evening.from + 1} of ${evening.to - evening.from + 1} in your view`;
    line.move(here, `${timeOf(stop.at)}, ${spoken(shown, stop)}`);
    fill(toggle, sign(playing ? "pause" : "play"), playing ? "Pause" : "Play");
    clearTimeout(linkTimer);
    if (!playing) linkTimer = setTimeout(() => showMoment(stop.seq), 250);
    whole.dataset.at = stop.seq;
  }

  function pause() {
    clearTimeout(timer);
    if (!playing) return;
    playing = false;
    draw();
  }
  /** Go to a stop; it speaks, unless the replay plays, or the time line says it as its value. */
  function seek(index, silent) {
    if (!silent) pause();
    here = Math.min(evening.to, Math.max(evening.from, index));
    draw();
    if (!silent && document.activeElement !== line.slider) say("speech", [`${timeOf(stops[here].at)}, ${spoken(shown, stops[here])}.`.replace("..", ".")]);
  }
  function ahead(by) {
    let i = here + by;
    while (i >= evening.from && i <= evening.to && !passes(stops[i])) i += by;
    return i >= evening.from && i <= evening.to ? i : null;
  }
  function step(by) {
    const next = ahead(by);
    if (next !== null) seek(next);
    else pause();
  }
  function stepScene(by) {
    const begins = [evening.from, ...scenes().map(({ from }) => from), evening.to];
    seek((by > 0 ? begins.find((each) => each > here) : begins.findLast((each) => each < here)) ?? here);
  }
  function play() {
    if (ahead(1) === null) here = evening.from;
    playing = true;
    draw();
    wait();
  }
  function wait() {
    const next = ahead(1);
    if (next === null) {
      pause();
      return;
    }
    const speed = Number(speeds.querySelector(":checked").value);
    const wait_ms = speed ? Math.min(LONGEST_WAIT_MS, Math.max(SHORTEST_WAIT_MS, (stops[next].at - stops[here].at) / speed)) : PACE_MS;
    timer = setTimeout(() => {
      seek(next, true);
      wait();
    }, wait_ms);
  }
  speeds.onchange = () => {
    if (!playing) return;
    clearTimeout(timer);
    wait();
  };

  function saveTranscript() {
    const { from, to } = evening;
    const { me } = shown;
    // Whoever reads it is not the one who saved it: nobody in it is "you".
    Object.assign(shown, { view: record.view, me: undefined });
    save(nameOf(evening), "md", "text/markdown", transcript(shown, nameOf(evening), record.nameOf(me), stops.slice(from, to + 1)));
    shown.me = me;
    know(stops[here]);
  }
  function offerLink() {
    pause();
    const address = h("input", { readonly: true, value: linkTo(stops[here].seq, seat), "aria-label": "Link", "data-first": true });
    const told = h("p.hint", { role: "status" }, "It leads back here in this browser, where your seat is. It opens nothing for others.");
    ask("Link to this moment", [h("div.row", address, button("Copy the link", async () => {
      told.textContent = await copyText(address) ? "Copied." : "The link is selected: copy it by hand.";
    }, "main")), told]);
  }
  /** A link to a moment, such as a receipt has, leads there without leaving. */
  function followLink(event) {
    const to = event.target.closest?.("a[href^='#at=']");
    if (!to || !evening) return;
    event.preventDefault();
    const index = stopAt(stops, Number(to.getAttribute("href").slice(4)));
    if (index < evening.from || index > evening.to) choose(nights.findIndex((each) => index <= each.to), index);
    else seek(index);
  }

  const KEYS = {
    " ": () => (playing ? pause() : play()), Home: () => seek(evening.from), End: () => seek(evening.to),
    ArrowRight: (far) => (far ? stepScene(1) : step(1)), ArrowLeft: (far) => (far ? stepScene(-1) : step(-1)),
  };
  const ON_SLIDER = { ArrowUp: KEYS.ArrowRight, ArrowDown: KEYS.ArrowLeft, PageUp: () => stepScene(1), PageDown: () => stepScene(-1) };
  function pressed(event) {
    const { key, target, shiftKey } = event;
    const does = KEYS[key] ?? (target === line.slider && ON_SLIDER[key]);
    const isTaken = target.matches("input, select, textarea") || (key === " " && target.closest("button, a, summary")) || document.querySelector("dialog[open]");
    if (!does || !evening || isTaken || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    does(shiftKey);
  }
  document.addEventListener("keydown", pressed);

  function changed({ fresh = [], isNew }) {
    if (!record.view) return;
    const line_ = `${record.position.epoch} ${record.position.generation}`;
    if (!past || line_ !== known) {
      if (past) moment = undefined;
      load();
    } else if (isNew) missed = record.entries.filter(({ seq, event }) => seq > upto && tell(record, event) !== null).length;
    else missed += fresh.filter(({ seq, event }) => seq > upto && tell(record, event) !== null).length;
    showAbout();
  }
  session.addEventListener("change", ({ detail }) => changed(detail));
  session.addEventListener("line", showAbout);
  session.addEventListener("refused", ({ detail }) => detail.code === "unknown_credential"
    && go({ kind: "lost", hints: { table: seat.room_name, from: seat.name } }));
  showAbout();
  return [page, () => {
    isLeft = true;
    checks?.stop();
    [timer, linkTimer].forEach(clearTimeout);
    document.removeEventListener("keydown", pressed);
    showMoment(null);
    session.end();
  }];
}
