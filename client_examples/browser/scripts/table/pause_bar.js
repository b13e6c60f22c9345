/** What everybody sees while the table pauses, at every width, and the way on. */
import { actButton, refreshIn, WHY_PAUSED } from "../acts.js";
import { fill, h, own } from "../dom.js";
import { icon } from "../icons.js";
import { raisedHere, REMEMBERED } from "./raised.js";

/** @returns {{element: Element, update: () => void}} */
export function pauseBar(session) {
  const { record } = session;
  const element = h("div.pause.asks", { hidden: true, role: "status" });
  let shown;
  function update() {
    const pause = record.view?.pause ?? null;
    const raised_with = pause && !pause.by ? raisedHere(record.room, pause.pause) : undefined;
    const mayLift = pause && (record.isStoryteller || pause.by === record.me || raised_with);
    const now = JSON.stringify([pause, mayLift, pause?.by && record.nameOf(pause.by)]);
    if (now === shown) return;
    shown = now;
    element.hidden = !pause;
    if (!pause) return;
    const who = pause.by && (pause.by === record.me ? "You" : record.nameOf(pause.by));
    fill(element, icon("pause"), h("p", { id: WHY_PAUSED }, h("strong", "The table pauses."), " Nobody rolls until it goes on, and nothing is lost. ",
      who ? [own(who), " called it"] : "Somebody called it", pause.note ? [": ", own(pause.note)] : "."),
    mayLift && actButton("Go on", session, () => ({ type: "lift_pause", ...(raised_with && { raised_with }) }), "lift"));
    refreshIn(element);
  }
  addEventListener(REMEMBERED, update);
  return { element, update };
}
