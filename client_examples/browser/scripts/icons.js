/** Icons of 20 by 20: strokes in the colour of the text. A word is always beside them, or names the control. */
import { svg } from "./dom.js";

const PATHS = {
  again: "M15.7 10.6a5.8 5.8 0 11-1.6-4.7M14.4 2.8v3.3h-3.3", arrow: "M4 10h11M11 6l4 4-4 4",
  bell: "M10 3a4.6 4.6 0 00-4.6 4.6c0 3.8-1.6 4.4-1.6 5.8h12.4c0-1.4-1.6-2-1.6-5.8A4.6 4.6 0 0010 3zM8.3 16a1.8 1.8 0 003.4 0",
  blind: "M3 3l14 14M7.6 5.1A8.6 8.6 0 0110 4.7c5.2 0 8.2 5.3 8.2 5.3a13 13 0 01-2.4 2.9M12.6 14.8a8 8 0 01-2.6.5C4.8 15.3 1.8 10 1.8 10a13 13 0 013.2-3.6",
  chevron: "M7.5 4.5l5.5 5.5-5.5 5.5", clock: "M10 2.8a7.2 7.2 0 100 14.4 7.2 7.2 0 000-14.4zM10 6v4.4l2.8 1.6",
  close: "M5 5l10 10M15 5L5 15", dots: "M5 10h.1M10 10h.1M15 10h.1", down: "M5.5 8l4.5 4.5 4.5-4.5",
  drop: "M10 3s4.8 5 4.8 8.8a4.8 4.8 0 01-9.6 0C5.2 8 10 3 10 3z",
  eye: "M1.8 10S4.8 4.6 10 4.6 18.2 10 18.2 10 15.2 15.4 10 15.4 1.8 10 1.8 10zM10 7.6a2.4 2.4 0 100 4.8 2.4 2.4 0 000-4.8z",
  lines: "M3 5h14M3 10h14M3 15h8", lock: "M4.5 9h11v8h-11zM7 9V6a3 3 0 016 0v3", menu: "M3 5.5h14M3 10h14M3 14.5h14",
  offline: "M3 3l14 14M10 15.5h.1M7.3 12.7a4 4 0 012.7-1.1M4.7 10a8 8 0 013.4-1.9M2.2 7.3A11.5 11.5 0 015 5.6M10.5 5a11.4 11.4 0 017.3 2.5M13.3 9.2a8 8 0 012 1.2",
  pencil: "M4 16l.8-3.3 8.7-8.7 2.5 2.5-8.7 8.7zM11.5 6l2.5 2.5", person: "M10 3a3.3 3.3 0 100 6.6A3.3 3.3 0 0010 3zM4 17c0-3.6 2.6-5.4 6-5.4s6 1.8 6 5.4",
  people: "M7 4a2.6 2.6 0 100 5.2A2.6 2.6 0 007 4zM2 16c0-3 2-4.6 5-4.6s5 1.6 5 4.6M13 4.6a2.3 2.3 0 010 4.4M14 11.6c2.5.3 4 1.8 4 4.4",
  first: "M5 4v12M15 4.5l-7 5.5 7 5.5z", next: "M15 4v12M5 4.5l7 5.5-7 5.5z", pause: "M7 4v12M13 4v12", play: "M6 4l10 6-10 6z", previous: "M13 4.5l-7 5.5 7 5.5",
  plus: "M10 4v12M4 10h12", screen: "M3 4h14v12M3 4v12M8 4v12M12 4v12M3 16h5M12 16h5", save: "M5.5 3.5h9v13L10 13.3 5.5 16.5z",
  shield: "M10 2.6l5.8 2v4.8c0 4-2.4 6.4-5.8 8-3.4-1.6-5.8-4-5.8-8V4.6zM7.3 9.8l2 2 3.5-3.8",
  speech: "M3.5 4h13v9h-8L5 16v-3H3.5z", sun: "M10 6.7a3.3 3.3 0 100 6.6 3.3 3.3 0 000-6.6zM10 1.8v1.9M10 16.3v1.9M1.8 10h1.9M16.3 10h1.9M4.2 4.2l1.3 1.3M14.5 14.5l1.3 1.3M4.2 15.8l1.3-1.3M14.5 5.5l1.3-1.3",
  tick: "M4.5 10.5l3.5 3.5 7.5-8",
};

export const emblem = () => svg("svg", { class: "emblem", viewBox: "0 0 32 32", "aria-hidden": "true" },
  svg("rect", { x: 1.5, y: 7, width: 18, height: 18, rx: 4.5, class: "bone-line" }), svg("path", { d: "M21 5l9.5 5.5v11L21 27l-9.5-5.5v-11z", class: "beast" }));

export const icon = (name) => svg("svg", { class: "icon", viewBox: "0 0 20 20", "aria-hidden": "true" }, svg("path", { d: PATHS[name] }));
