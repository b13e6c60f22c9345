/** Pictures of V5: boxes, hexagons of Hunger and discs of Humanity, and the marks of its own outcomes. */
import { h } from "../dom.js";
import { circle, path, picture, polygon, square } from "../marks.js";

export const OUTCOMES = {
  messy_critical: () => [circle(10, "won-line"), polygon("11,4.6 16.6,7.8 16.6,14.2 11,17.4 5.4,14.2 5.4,7.8", "beast")],
  total_failure: () => [circle(9.2, "text-line")],
  bestial_failure: () => [polygon("2,1.5 11,6.5 20,1.5 20,15.5 11,21 2,15.5", "beast"), path("M5.5 10l3.4 1.8M16.5 10l-3.4 1.8", "slit")],
};

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

const small = (name) => picture("mark", "0 0 16 16", MARKS[name]());

/** The mark that stands for a tracker in a line of the log. */
export const trackerMark = (name) => small({ hunger: "fed", humanity: "dot", stains: "stain" }[name] ?? "aggravated");

/** A tracker's value as a row of marks. */
export function markRow(name, value, stains = 0) {
  const marked = Math.min(stains, 10 - value);
  const { boxes, superficial = 0, aggravated = 0 } = value;
  const counts = {
    hunger: { fed: value, unfed: 5 - value },
    humanity: { dot: value, dotless: 10 - value - marked, stain: marked },
  }[name] ?? { aggravated, superficial, empty: boxes - superficial - aggravated };
  return h("span.marks", Object.entries(counts).map(([mark, n]) => Array.from({ length: n }, () => small(mark))));
}

/** Hunger of a player's character, on one line of a Storyteller's list. */
export const mateMarks = ({ trackers = {} }) => ["hunger" in trackers && markRow("hunger", trackers.hunger), h("span.unseen", `Hunger ${trackers.hunger ?? "unknown"}`)];
