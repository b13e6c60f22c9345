/** How V5 reads and looks: the pages look here by these names, which V20 has as well. */
export { damaged, healed, saying, shortly, stateChips } from "../table/trackers.js";
export { markRow, mateMarks, OUTCOMES, trackerMark } from "./marks.js";
export { damageWords, describe, diceWords, proposalTitle, reason, refusalWords, tally, TELL, valueWords, verdict } from "./words.js";

/** What draws results is fetched with the first of them. */
export const receipts = () => import("./receipt.js");
export const contests = () => import("../table/contest.js");
/** What makes the dice pool. */
export const fetchPool = async (isStoryteller) => (isStoryteller ? (await import("../screen/composer.js")).composer : (await import("../table/pool.js")).pool);
/** What stands on sheets, and what opens in a dialog, is fetched when it is wanted. */
export const dialogs = {
  sheet: () => import("./sheet.js"), editor: () => import("../table/editor.js"), deeds: async () => ({ ...await import("../table/deeds.js"), ...await import("./deeds.js") }), whole_sheet: () => import("../table/whole_sheet.js"),
  creation: () => import("../table/creation.js"), newcomer: () => import("../screen/newcomer.js"),
};
