/** What a character of V5 does without a pool: Rouse, Mend, Willpower, frenzy, Remorse, and what is rarer. */
import { actButton, rolling } from "../acts.js";
import { h } from "../dom.js";
import { burn, deeds, editTracker } from "./editors.js";
import { moreMenu } from "./more.js";

/** @param {(mode: object) => void} contest opens the pool for a contest */
export function actions(session, { character, kind, trackers = {} }, contest) {
  const isTurn = session.record.view.clocks.some(({ clock }) => clock === "turn");
  const hasBlood = ["vampire", "thin_blood"].includes(kind);
  const act = (words, request) => rolling(actButton(words, session, () => ({ character, ...request }), `${words} ${character}`));
  const does = (name, ...of) => () => deeds(name, session, character, ...of);
  const open = (words, onclick, key = words) => h("button", { type: "button", "data-key": `${key} ${character}`, onclick }, words);
  const more = moreMenu(`more ${character}`, [
    open("Begin a contest…", () => contest({ open: character })),
    isTurn && open("Place in the turn…", does("declare")),
    open("Help somebody…", does("help")),
    open("Take damage…", () => editTracker(session, character, "health")),
    open("Burn…", () => burn(session, character)),
    open("Lose Willpower…", () => editTracker(session, character, "willpower")),
    open("Recover…", does("recover")),
    "humanity" in trackers && open("Add Stains…", () => editTracker(session, character, "humanity")),
    hasBlood ? open("Rouse for a power…", does("rouse", "Rouse for a power")) : kind === "ghoul" && open("Use a power…", does("rouse", "Use a power")),
    hasBlood && [["Feed…", "feed"], ["Wake…", "wake"], ["Blush of Life…", "blush"], ["Roll a Compulsion…", "compulsion"], ["Roll the resonance…", "resonance"]].map(([words, name]) => open(words, does(name)))]);
  // Where dice are rolled by hand, they have to be typed in somewhere.
  const isByHand = session.record.view.house_rules.entered_dice;
  const test = (words, request, name, ...of) => (isByHand ? open(`${words}…`, does(name, ...of), words) : act(words, request));
  return h("div.actions.asks", hasBlood && test("Rouse check", { type: "rouse" }, "rouse", "Rouse check"), hasBlood && open("Mend", does("mend")),
    trackers.willpower && open("Spend Willpower…", does("spendWillpower")),
    kind === "vampire" && open("Frenzy", does("frenzy")),
    trackers.stains > 0 && test("Remorse", { type: "test_remorse" }, "remorse"), more);
}
