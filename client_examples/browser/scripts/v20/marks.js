/** Pictures of V20: dice, health by shape, hexagons of blood, dots and points; and how trackers read on cards and sheets. */
import { h, svg } from "../dom.js";
import { circle, path, picture, polygon, square } from "../marks.js";
import { DAMAGE, LEVELS } from "./traits.js";
import { levelWords, signed, valueWords } from "./words.js";

const hexagon = (className) => polygon("8,.8 14.4,4.4 14.4,11.6 8,15.2 1.6,11.6 1.6,4.4", className);
const small = (...shapes) => picture("mark", "0 0 16 16", ...shapes);

const MARKS = {
  empty: () => square(1, 14, 3, "box"),
  bashing: () => [square(1, 14, 3, "box"), path("M4.8 11.2l6.4-6.4", "stroke")],
  lethal: () => [square(1, 14, 3, "box"), path("M5 5l6 6M11 5l-6 6", "stroke")],
  // Reversed, so that it is told from lethal without its colour.
  aggravated: () => [square(1, 14, 3, "bone"), path("M8 3.800v8.400M4.400 5.900l7.200 4.200M11.600 5.900l-7.200 4.200", "stroke-on")],
  full: () => hexagon("beast"), spent: () => hexagon("edge"),
  dot: () => circle(6.6, "bone", 8), dotless: () => circle(6.2, "edge", 8),
  point: () => square(1.500, 13, 3.200, "bone"), pointless: () => square(1.800, 12.400, 3.200, "edge"),
};
export const mark = (name) => small(MARKS[name]());
const many = (name, n) => Array.from({ length: Math.max(0, n) }, () => mark(name));
export const row = (...counts) => h("span.marks", counts.map(([name, n]) => many(name, n)));
export const dots = (n, of) => row(["dot", n], ["dotless", of - n]);
export const points = (n, of) => row(["point", n], ["pointless", of - n]);

/** A tracker's value as a row of marks. */
export function markRow(name, value) {
  if (name === "blood_pool") return h("span.marks.blood", mark("full"), h("b", value));
  if (name === "willpower" && value.current !== undefined) return points(value.current, value.boxes);
  if (name === "humanity") return dots(value, 10);
  if (name !== "health") return row(["dot", value]);
  const left = value.boxes - DAMAGE.reduce((sum, kind) => sum + (value[kind] ?? 0), 0);
  return row(...DAMAGE.map((kind) => [kind, value[kind] ?? 0]), ["empty", left]);
}

/** Where a 1 has its corner cut. */
const CUT = "15.500L26 38.500";
/** The mark that stands for a tracker in a line of the log. */
export const trackerMark = (name) => mark({ willpower: "point", blood_pool: "full", humanity: "dot" }[name] ?? "aggravated");

/** One die: filled where it met the difficulty, a second frame for a ten, and a 1 with its corner cut. */
export function dieFace(face, adds, isOne) {
  const on = adds > 0;
  const numeral = face && svg("text", { x: 20, y: 28, "font-size": face === 10 ? 15 : 17 }, face);
  return picture(`die-face v20${on ? " on" : ""}${isOne ? " is-one" : ""}`, "0 0 40 44", [
    isOne ? path(`M11 5.500h18a7.500 7.500 0 017.500 7.500v${CUT}H11A7.500 7.500 0 013.500 31V13A7.500 7.500 0 0111 5.500z`, on ? "bone" : "edge")
      : face === 10 && on ? square(3, 34, 8.500, "bone-line", 5) : square(3.500, 33, 7.500, on ? "bone" : "edge", 5.500), face === 10 && on && square(7.500, 25, 5, "bone", 9.500),
    isOne && path("M38 27L25.500 39.500", "cut")], numeral);
}

/** Marks of outcomes that V5 has not. */
export const OUTCOMES = {
  botch: () => [polygon("11,.8 21.2,11 11,21.2 .8,11", "beast"), path("M8 8l6 6M14 8l-6 6", "stroke-on")],
};

/** Beyond so many, blood is a number. */
const MOST_HEXAGONS = 20;

/** What a tracker says beside its name. */
export const saying = (name, { [name]: value }) => (typeof value === "number" ? String(value) : valueWords(value));
/** In two words, for small cards. */
export function shortly(name, { [name]: value }) {
  // The marks of blood have its number.
  if (typeof value === "number") return name === "blood_pool" ? "" : ` ${value}`;
  if ("current" in value) return ` ${value.current}`;
  const dice = LEVELS[value.level];
  return value.level ? ` ${dice === null ? "out" : signed(dice)}` : "";
}

const CONDITIONS = { torpor: "In torpor", final_death: "Final Death", dead: "Dead", unconscious: "Unconscious", incapacitated: "Incapacitated" };
/** Chips that name what weighs on a character. */
export function stateChips({ health } = {}, isLong = false) {
  if (!health) return [];
  const { condition, level } = health;
  if (condition) return [h("span.chip.beast", CONDITIONS[condition] ?? condition)];
  return LEVELS[level] < 0 ? [h("span.chip.beast.of-health", isLong ? levelWords(health) : `${signed(LEVELS[level])} dice`)] : [];
}

/** All of a tracker in marks: points under dots for Willpower, every hexagon that fits for blood. */
export function largeMarks(name, value, most) {
  if (name === "blood_pool") return value <= MOST_HEXAGONS && (most ?? 0) <= MOST_HEXAGONS ? row(["full", value], ["spent", most ? most - value : 0]) : markRow(name, value);
  if (name === "willpower") return h("span.two-rows", dots(value.boxes, 10), points(value.current ?? value.boxes, 10));
  return name === "humanity" ? dots(value, 10) : markRow(name, value);
}

/** Blood and health of a player's character, on one line of a Storyteller's list. */
export const mateMarks = ({ trackers: { blood_pool, health } = {} }) => h("span.mate-marks", blood_pool !== undefined && [markRow("blood_pool", blood_pool), h("span.unseen", `Blood pool ${blood_pool}`)],
  health && [markRow("health", health), h("span.unseen", `Health: ${levelWords(health)}`)]);
