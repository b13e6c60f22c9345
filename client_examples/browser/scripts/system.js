/** Whose rules a room plays. What each system shows in its own way is fetched with the room. */
import { needStyle } from "./dom.js";

const FETCH = {
  v5: () => import("./v5/game.js"),
  v20: async () => (await Promise.all([import("./v20/game.js"), needStyle("styles/v20.css")]))[0],
};
/** Whose rules read a result. */
const READ_BY = { pool: "v5", rouse: "v5", rouses: "v5", remorse: "v5", frenzy: "v5", compulsion: "v5", resonance: "v5", v20: "v20", initiative: "v20" };
const here = {};
let playing;

/** How what is played reads and looks: every system has these parts, by the same names. Null before a room is here. */
export let played = null;
/** The same where V20 is played; null where V5 is. */
export let game = null;

/** The parts that can read a result: a table may have played by other rules before. */
export const readerOf = ({ type }) => here[READ_BY[type]] ?? played;
/** What some system has under a name in one of its lists: "TELL" by types of events, "OUTCOMES" by outcomes. */
export const foundIn = (list, name) => [played, ...Object.values(here)].find((part) => part && Object.hasOwn(part[list], name))?.[list][name];

/** What draws results is fetched with the first of their kind: its name, whether a push wants it, and where it is. */
const CARDS = [["receiptCard", ({ event: { type, receipt } }) => receipt || type === "roll_revealed", "receipts"], ["contestCard", ({ event }) => event.contest, "contests"]];

/** Fetch the parts of a system, with those cards that are wanted. */
async function fetchParts(system, wanted) {
  const part = here[system] ?? await FETCH[system]();
  const cards = await Promise.all(wanted.map(([, , place]) => part[place]()));
  here[system] = Object.assign({ ...part, ...here[system] }, ...cards);
}

/**
 * Have the parts of *system*, and of those whose results are among *pushes*.
 * @returns {?Promise<void>} while some of them are still to come
 */
export function play(system = "v5", pushes = []) {
  playing = system in FETCH ? system : "v5";
  document.documentElement.dataset.system = playing;
  const wanted = CARDS.filter(([, wants]) => pushes.some(wants));
  const lacking = [...new Set([playing, ...pushes.map(({ event: { receipt } }) => READ_BY[receipt?.type])])]
    .filter((each) => each && (!here[each] || wanted.some(([name]) => !here[each][name])));
  const begin = () => {
    played = here[playing] ?? played;
    game = playing === "v20" ? played : null;
  };
  return lacking.length ? Promise.all(lacking.map((each) => fetchParts(each, wanted))).then(begin) : begin();
}
