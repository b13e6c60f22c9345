/** The evening’s waking in V20: one blood for each vampire of the coterie, each its own deed. */
import { actButton } from "../acts.js";
import { fill, h, own } from "../dom.js";

/** @param {() => object[]} coterie the characters of players, in their order */
export function waking(session, coterie) {
  const { record } = session;
  const list = h("div.due.asks");
  const element = h("section.waking", h("h3", "The coterie wakes"), list);
  /** Who woke since the night began, as far as this page knows. */
  function woke() {
    const since = record.entries.findLastIndex(({ event }) => event.type === "clock_begun" && event.clock === "night");
    return record.entries.slice(since + 1).filter(({ event }) => event.type === "blood_spent" && event.use === "wake").map(({ event }) => event.character);
  }
  function update() {
    const done = woke();
    const vampires = coterie().filter(({ kind }) => kind === "vampire");
    element.hidden = !record.view.clocks.some(({ clock }) => clock === "night");
    fill(list, vampires.map(({ character, name, trackers = {} }) => h("div.row", own(name, "strong"), h("span.hint", trackers.blood_pool === undefined ? "" : `Blood ${trackers.blood_pool}`),
      done.includes(character) ? h("span.hint", "awake") : actButton("Wake for 1 blood", session, () => ({ type: "spend_blood", character, use: "wake" }), `wake ${character}`))),
    !vampires.length && h("p.hint", "No player has a vampire here."));
  }
  return { element, update };
}
