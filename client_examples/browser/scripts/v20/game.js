/** How V20 reads and looks: the pages look here by these names, which V5 has as well. */
export { damageWords, describe, diceWords, proposalTitle, reason, soFar, tally, TELL, valueWords, verdict } from "./words.js";
export { proposalActs } from "./acts.js";
export { markRow, mateMarks, OUTCOMES, saying, shortly, stateChips, trackerMark } from "./marks.js";
export { damaged, healed } from "./traits.js";

/** What draws results is fetched with the first of them. */
export const receipts = () => import("./receipt.js");
export const contests = () => import("./contest.js");
/** What makes the dice pool. */
export async function fetchPool(isStoryteller) {
  const { composer, pool } = await import("./pool.js");
  return isStoryteller ? composer : pool;
}
/** What stands on sheets, and what opens in a dialog, is fetched when it is wanted. */
export const dialogs = {
  sheet: () => import("./sheet.js"), editor: () => import("./editor.js"), deeds: () => import("./deeds.js"), whole_sheet: () => import("./whole_sheet.js"),
  creation: () => import("./creation.js"), newcomer: () => import("./newcomer.js"),
};
