/** Small pictures: dice, outcome marks, tracker marks. Shape tells first, colour second. */
import { svg } from "./dom.js";
import { foundIn, played } from "./system.js";

export const polygon = (points, className) => svg("polygon", { points, class: className });
export const path = (d, className) => svg("path", { d, class: className });
export const circle = (r, className, at = 11) => svg("circle", { cx: at, cy: at, r, class: className });
export const square = (x, size, rx, className, y = x) => svg("rect", { x, y, width: size, height: size, rx, class: className });

/** A picture says nothing of its own: the words are beside it. */
export const picture = (className, viewBox, ...shapes) => svg("svg", { class: className, viewBox, "aria-hidden": "true" }, shapes);

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
  failure: () => [circle(9.2, "text-line"), path("M6.5 11h9", "text-line")],
  contest: () => [polygon("1.5,5.5 10,11 1.5,16.5", "won"), polygon("20.5,5.5 12,11 20.5,16.5", "won-line")],
  none: () => [circle(9.2, "text-line dotted"), path("M6.6 11h.1M11 11h.1M15.4 11h.1", "text-line")],
};
/** The mark of an outcome: everybody's, or one that a system has beside them. */
export const outcomeMark = (outcome) => picture("outcome-mark", "0 0 22 22", (OUTCOMES[outcome] ?? foundIn("OUTCOMES", outcome) ?? OUTCOMES.none)());

/** The mark that stands for a tracker in a line of the log. */
export const trackerMark = (name) => played.trackerMark(name);
/** Whether a tracker has marks; the others are numbers alone. */
export const hasMarks = (name) => !["blood_potency", "stains"].includes(name);
/** A tracker's value as a row of marks. */
export const markRow = (...of) => played.markRow(...of);
/** The marks of a tracker, or nothing where it is a number alone. */
export const marksOf = (name, { [name]: value, stains }) => hasMarks(name) && markRow(name, value, stains);
