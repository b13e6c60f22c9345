/** Small pictures: dice, outcome marks, tracker marks. Shape tells first, colour second. */
import { h, svg } from "./dom.js";
import { game } from "./system.js";

const polygon = (points, className) => svg("polygon", { points, class: className });
const path = (d, className) => svg("path", { d, class: className });
const circle = (r, className, at = 11) => svg("circle", { cx: at, cy: at, r, class: className });
const square = (x, size, rx, className, y = x) => svg("rect", { x, y, width: size, height: size, rx, class: className });

/** A picture says nothing of its own: the words are beside it. */
const picture = (className, viewBox, ...shapes) => svg("svg", { class: className, viewBox, "aria-hidden": "true" }, shapes);

const HEXAGON = "20,2 36,11.5 36,32.5 20,42 4,32.5 4,11.5";
const INNER = "20,8.5 30.5,14.8 30.5,29.2 20,35.5 9.5,29.2 9.5,14.8";
const EARS = "4,3 20,12.5 36,3 36,31.5 20,42 4,31.5";

/**
 * One die: squares are regular, hexagons Hunger, and a Hunger 1 shows ears.
 * @param {?number} face null for a die not rolled yet
 * @param {boolean} isLoud whether a Hunger 1 counts
 */
export function dieFace(kind, face, isLoud) {
  const ears = kind === "hunger" && face === 1;
  const shapes = kind === "hunger"
    ? [ears ? polygon(EARS, isLoud ? "ears" : "beast-dim") : polygon(HEXAGON, face === 10 ? "beast-line" : face > 5 ? "beast" : "beast-dim"),
      face === 10 && polygon(INNER, "beast")]
    : [face === 10 ? square(3, 34, 8.5, "bone-line", 5) : square(3.5, 33, 7.5, face > 5 ? "bone" : "edge", 5.5),
      face === 10 && square(7.5, 25, 5, "bone", 9.5)];
  const numeral = face && svg("text", { x: 20, y: ears ? 32 : 28, "font-size": face === 10 ? 15 : 17, ...(face === 10 && { textLength: 16, lengthAdjust: "spacingAndGlyphs" }) }, face);
  return picture(`die-face ${kind}${face > 5 ? " on" : ""}${ears && isLoud ? " loud" : ""}`, "0 0 40 44", shapes, numeral);
}

const TICK = "M6.8 11.4l2.9 2.8 5.4-6";
const OUTCOMES = {
  success: () => [circle(9.5, "won"), path(TICK, "check")],
  critical: () => [circle(10, "won-line"), circle(7.2, "won"), path(TICK, "check")],
  messy_critical: () => [circle(10, "won-line"), polygon("11,4.6 16.6,7.8 16.6,14.2 11,17.4 5.4,14.2 5.4,7.8", "beast")],
  failure: () => [circle(9.2, "text-line"), path("M6.5 11h9", "text-line")],
  total_failure: () => [circle(9.2, "text-line")],
  bestial_failure: () => [polygon("2,1.5 11,6.5 20,1.5 20,15.5 11,21 2,15.5", "beast"), path("M5.5 10l3.4 1.8M16.5 10l-3.4 1.8", "slit")],
  contest: () => [polygon("1.5,5.5 10,11 1.5,16.5", "won"), polygon("20.5,5.5 12,11 20.5,16.5", "won-line")],
  none: () => [circle(9.2, "text-line dotted"), path("M6.6 11h.1M11 11h.1M15.4 11h.1", "text-line")],
};
export const outcomeMark = (outcome) => picture("outcome-mark", "0 0 22 22", ((game?.OUTCOMES ?? OUTCOMES)[outcome] ?? OUTCOMES[outcome] ?? OUTCOMES.none)());

const SMALL_HEXAGON = "8,.8 14.4,4.4 14.4,11.6 8,15.2 1.6,11.6 1.6,4.4";
const box = () => square(1, 14, 3, "box");
const MARKS = {
  fed: () => polygon(SMALL_HEXAGON, "beast"),
  unfed: () => polygon(SMALL_HEXAGON, "edge"),
  empty: box,
  superficial: () => [box(), path("M4.8 11.2l6.4-6.4", "stroke")],
  aggravated: () => [square(1, 14, 3, "bone"), path("M5 5l6 6M11 5l-6 6", "stroke-on")],
  dot: () => circle(6.6, "bone", 8),
  dotless: () => circle(6.4, "edge", 8),
  stain: () => [circle(6.4, "edge", 8), path("M4.6 9.8l5.2-5.2M6.4 11.8l5.4-5.4", "stroke")],
};

/** The mark that stands for a tracker in a line of the log. */
export const trackerMark = (name) => game?.trackerMark(name) ?? picture("mark", "0 0 16 16", MARKS[{ hunger: "fed", humanity: "dot", stains: "stain" }[name] ?? "aggravated"]());

/** Whether a tracker has marks; the others are numbers alone. */
export const hasMarks = (name) => !["blood_potency", "stains"].includes(name);

/** A tracker's value as a row of marks. */
export function markRow(name, value, stains = 0) {
  const other = game?.markRow(name, value);
  if (other) return other;
  const marked = Math.min(stains, 10 - value);
  const { boxes, superficial = 0, aggravated = 0 } = value;
  const counts = {
    hunger: { fed: value, unfed: 5 - value },
    humanity: { dot: value, dotless: 10 - value - marked, stain: marked },
  }[name] ?? { aggravated, superficial, empty: boxes - superficial - aggravated };
  return h("span.marks", Object.entries(counts).map(([mark, n]) =>
    Array.from({ length: n }, () => picture("mark", "0 0 16 16", MARKS[mark]()))));
}
