/** A way back from a slip: for half a minute after something that can be undone, one press takes it back. */
import { actButton, refreshIn } from "../acts.js";
import { fill, h } from "../dom.js";
import { icon } from "../icons.js";

const OFFERED_FOR_MS = 30_000;
/** What the server takes back, in words. */
const UNDOABLE = { roll: "Rolled.", roll_v20: "Rolled.", rouse: "Rolled.", test_frenzy: "Rolled.", test_remorse: "Rolled.", open_contest: "Contest begun.",
  open_v20_contest: "Contest begun.", set_tracker: "Changed.", set_track: "Changed.", deal_damage: "Damage marked.", heal: "Healed.", feed: "Fed.",
  add_stains: "Stains added.", drink_blood: "Drunk." };

/** @returns {{element: Element, undo: () => void}} */
export function undoing(session) {
  const element = h("div.undo.asks", { hidden: true });
  let fading;
  function hide() {
    clearTimeout(fading);
    element.hidden = true;
  }
  session.addEventListener("done", ({ detail: { request, answer } }) => {
    const words = UNDOABLE[request.type];
    hide();
    // A blind or secret roll is not its roller's to take back.
    if (!words || answer.seq === undefined || ["blind", "secret"].includes(request.visibility)) return;
    fill(element, icon("tick"), h("span", words), actButton([icon("previous"), "Undo"], session, () => ({ type: "undo", intent: answer.id }), "undo", hide, "quiet"));
    element.hidden = false;
    refreshIn(element);
    fading = setTimeout(hide, OFFERED_FOR_MS);
  });
  return { element, undo: () => element.hidden || element.querySelector("button").click() };
}
