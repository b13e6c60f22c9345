/** The time line: scenes as bands, rolls as marks, Hunger as steps, damage as boxes, and a playhead to drag. */
import { fill, h, own, svg } from "../dom.js";
import { timeOf } from "../words.js";
import { clockOf, damageIn, damageMark, markOf } from "./told.js";
import { trackerMark } from "../marks.js";
import { game } from "../system.js";

/** A pause longer than this is drawn as long as this. */
const LONGEST_GAP_MS = 20 * 60_000;
const MERGE_PX = 16;
const TICK_PX = 96;
const EDGE_PX = 12;
const WHEEL_PX = 60;
const STEPS_S = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400];
const LANE_PX = 44;
const FLOOR_PX = 36;
const HIGHEST_PX = 23;

/** Marks that would touch become one, the last of them, with a count; each is [x, made()]. */
export function merged(marks, least = MERGE_PX) {
  const groups = [];
  for (const [x, make] of marks) {
    const last = groups.at(-1);
    if (last && x - last.x < least) Object.assign(last, { make, count: last.count + 1 });
    else groups.push({ x, make, count: 1 });
  }
  return groups;
}

/**
 * @param {{seek: (index: number) => void, step: (by: number) => void}} ways what the pointer does
 */
export function timeLine({ seek, step }) {
  const names = h("div.names", { "aria-hidden": "true" });
  const drawn = h("div.drawn");
  const veil = h("div.past-veil");
  const flag = h("span");
  const head = h("div.playhead", flag);
  const slider = h("div.tracks", { role: "slider", tabindex: 0, "aria-label": "Time line", "aria-valuemin": 1, "data-key": "time line" }, drawn, veil, head);
  const element = h("div.time-grid", names, slider);

  let story, times = [], total = 1, width = 0, at = 0, turned = 0;
  const xOf = (time) => EDGE_PX + (time / total) * (width - 2 * EDGE_PX);
  const xAt = (index) => xOf(times[index - story.from] ?? 0);

  /** Time runs as it ran, but for long pauses. */
  function measure() {
    const { stops, from, to } = story;
    times = [0];
    for (let i = from + 1; i <= to; i++) times.push(times.at(-1) + Math.min(LONGEST_GAP_MS, Math.max(0, stops[i].at - stops[i - 1].at)));
    total = times.at(-1);
    if (!total) {
      times = times.map((_, i) => i);
      total = Math.max(1, times.length - 1);
    }
  }

  function ticks() {
    const { stops, from, to } = story;
    const step_ms = 1000 * (STEPS_S.find((each) => (1000 * each / total) * width >= TICK_PX) ?? STEPS_S.at(-1));
    const zone_ms = 60_000 * new Date(stops[from].at).getTimezoneOffset();
    const found = [];
    for (let i = from; i < to; i++) {
      const [start, end] = [stops[i].at, Math.min(stops[i + 1].at, stops[i].at + LONGEST_GAP_MS)];
      for (let tick = Math.ceil((start - zone_ms) / step_ms) * step_ms + zone_ms; tick < end; tick += step_ms) {
        const x = xOf(times[i - from] + tick - start);
        if (x - (found.at(-1)?.[0] ?? -TICK_PX) >= TICK_PX * 0.7) found.push([x, step_ms < 60_000 ? clockOf(tick) : timeOf(tick)]);
      }
    }
    return found;
  }

  const place = (element_, x) => {
    element_.style.left = `${x}px`;
    return element_;
  };
  const markRowOf = (marks) => merged(marks).map(({ x, make, count }) => place(h("span.mark-at", make(), count > 1 && h("b", count)), x));

  function bands() {
    return story.scenes.map(({ title, from, to }) => {
      const band = place(h("div.band", own(title, "span")), xAt(from));
      band.style.width = `${Math.max(2, (to === null ? width - EDGE_PX : xAt(to)) - xAt(from) - 1)}px`;
      return band;
    });
  }

  function lane({ steps, marks, most, isMine }) {
    const y = (value) => FLOOR_PX - value * HIGHEST_PX / most;
    const shapes = [];
    const numerals = [];
    steps.forEach(([index, value], n) => {
      if (value === null) return;
      const [x, end] = [n ? xAt(index) : EDGE_PX, n + 1 < steps.length ? xAt(steps[n + 1][0]) : width - EDGE_PX];
      const before = steps[n - 1]?.[1] ?? null;
      shapes.push(svg("rect", { class: "under", x, y: y(value), width: Math.max(0, end - x), height: FLOOR_PX - y(value) }),
        svg("path", { class: "step", d: `M${x} ${before === null ? y(value) : y(before)}V${y(value)}H${end}` }));
      if (x - (numerals.at(-1)?.[0] ?? -99) > 14 && x < width - EDGE_PX - 6) numerals.push([x, value]);
    });
    const seen = story.filter === "all" || story.filter === "trackers";
    return h(`div.lane${isMine ? "" : ".other"}`, svg("svg", { width, height: LANE_PX, class: "steps" }, shapes,
      numerals.map(([x, value]) => svg("text", { x: x + 5, y: y(value) - 5 }, value))),
    seen && h("div.boxes", markRowOf(marks.map(([index, change]) => [xAt(index), () => (damageIn(change) ? damageMark(damageIn(change)) : trackerMark(change.tracker))]))));
  }

  function draw() {
    width = slider.clientWidth;
    if (!story || !width) return;
    const { stops, from, to, filter, lanes } = story;
    const rolls = filter === "all" || filter === "rolls"
      ? stops.slice(from, to + 1).flatMap((stop, i) => (stop.kind === "rolls" ? [[xAt(from + i), () => markOf(stop)]] : [])) : [];
    const marks = ticks();
    fill(drawn, marks.map(([x]) => place(h("i.grid-line"), x)), h("div.bands", bands()), h("div.rolls", markRowOf(rolls)), lanes.map(lane),
      h("div.axis", marks.map(([x, words]) => place(h("span", words), Math.min(Math.max(x, 20), width - 20)))));
    move(at);
  }
  new ResizeObserver(() => slider.clientWidth !== width && draw()).observe(slider);

  /** Show an evening: {stops, from, to, scenes, lanes, filter}. */
  function show(next) {
    story = next;
    measure();
    fill(names, h("div.bands"), h("div.rolls", h("strong", "Rolls")), story.lanes.map(({ name, isMine, steps }) =>
      h(`div.lane${isMine ? "" : ".other"}`, own(name, "strong"), h("small", !steps.length ? "Damage" : game ? "Blood" : "Hunger"))));
    slider.setAttribute("aria-valuemax", story.to - story.from + 1);
    slider.classList.toggle("bandless", !story.scenes.length);
    names.classList.toggle("bandless", !story.scenes.length);
    draw();
  }

  /** Put the playhead on a stop. */
  function move(index, words) {
    at = index;
    const x = xAt(index);
    head.style.transform = `translateX(${x}px)`;
    veil.style.left = `${x}px`;
    flag.textContent = timeOf(story.stops[index].at);
    flag.style.translate = `${Math.max(-x + 2, Math.min(-32, width - x - 66))}px`;
    drawn.querySelectorAll(".axis span").forEach((each) => each.classList.toggle("behind", Math.abs(each.offsetLeft - x) < 62));
    slider.setAttribute("aria-valuenow", index - story.from + 1);
    if (words) slider.setAttribute("aria-valuetext", words);
  }

  function toPointer({ clientX }) {
    const x = clientX - slider.getBoundingClientRect().left;
    let best = at;
    let least = Infinity;
    for (let i = story.from; i <= story.to; i++) {
      const far = Math.abs(xAt(i) - x);
      if (far <= least && story.passes(story.stops[i])) [best, least] = [i, far];
    }
    if (best !== at) seek(best);
  }
  slider.addEventListener("pointerdown", (event) => {
    if (event.button || !story) return;
    slider.setPointerCapture(event.pointerId);
    slider.focus({ preventScroll: true });
    toPointer(event);
  });
  slider.addEventListener("pointermove", (event) => slider.hasPointerCapture(event.pointerId) && toPointer(event));
  slider.addEventListener("wheel", (event) => {
    if (event.ctrlKey) return;
    event.preventDefault();
    turned += event.deltaMode ? event.deltaY * 20 : event.deltaY + event.deltaX;
    while (Math.abs(turned) >= WHEEL_PX) {
      step(Math.sign(turned));
      turned -= Math.sign(turned) * WHEEL_PX;
    }
  }, { passive: false });
  return { element, show, move, slider };
}
