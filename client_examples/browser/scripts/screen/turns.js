/** Turns, while they are counted: which one it is, the next, and what ends with this one. */
import { actButton } from "../acts.js";
import { button, fill, h, own } from "../dom.js";
import { game } from "../system.js";
import { deeds } from "../table/editors.js";
import { endLine } from "./ending.js";

const STEPS = { close_combat: "Close combat", ranged: "At range", joining: "Joining", other: "Anything else" };

/** @returns {{element: Element, update: () => void}} a strip that is there while a turn runs */
export function turnStrip(session) {
  const { record } = session;
  const title = h("h2");
  const ends = h("div");
  const next = actButton("Next turn", session, () => ({ type: "begin_clock", clock: "turn" }), "next turn", undefined, "main");
  const stop = actButton("Stop counting turns", session, () => ({ type: "end_clock", clock: "turn" }), "end turn", undefined, "quiet");
  const place = button("Who acts when…", () => deeds("declare", session, null));
  const element = h("section.turn-strip.asks", { "aria-label": "Turns", tabindex: -1 }, title, h("div.row", next, place, stop), ends);
  /** Who acts when: by what was said of each, those of one step at once. */
  const said = ({ order = [] }) => order.length > 0 && h("ol.order", order.map((group) => h("li", h("small", group[0].initiative ?? STEPS[group[0].step]), " ",
    group.map(({ character }, i) => [i ? ", " : "", own(record.nameOf(character), "strong")]).flat())));
  /** The same where initiative is rolled: the highest first; declared is from below. */
  function order() {
    if (!game) return said(record.view);
    const acting = record.view.effects.filter(({ initiative }) => initiative)
      .sort(({ initiative: one }, { initiative: other }) => other.total - one.total || other.rating - one.rating);
    return acting.length > 0 && h("ol.order", acting.map(({ character, initiative: { total, declared } }) => h("li", h("b", total), " ", own(record.nameOf(character), "strong"), declared && [": ", own(declared)])));
  }
  function update() {
    const turn = record.view.clocks.find(({ clock }) => clock === "turn");
    if (!turn && element.contains(document.activeElement)) element.closest(".business")?.focus();
    element.hidden = !turn;
    if (!turn) return;
    title.textContent = `Turn ${turn.number}`;
    place.hidden = Boolean(game) || !record.view.characters.length;
    fill(ends, order(), endLine(record, "turn"));
  }
  return { element, update };
}
