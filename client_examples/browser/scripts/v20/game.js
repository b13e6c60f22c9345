/** What stands in for V5's parts in a V20 room: the pages look here by these names. */
export { damageWords, diceWords, proposalTitle, reads, reason, soFar, tally, TELL, valueWords, verdict } from "./words.js";
export { contestCard } from "./contest.js";
export { proposalActs } from "./acts.js";
export { markRow, mateMarks, OUTCOMES, saying, shortly, stateChips, trackerMark } from "./marks.js";
export { receiptCard } from "./receipt.js";
export { damaged, healed } from "./traits.js";
export { actions, describe, fillSheet, overview } from "./sheet.js";
export { composer, pool } from "./pool.js";

/** What opens in a dialog is fetched when it is wanted. */
export const dialogs = {
  editor: () => import("./editor.js"), deeds: () => import("./deeds.js"), whole_sheet: () => import("./whole_sheet.js"),
  creation: () => import("./creation.js"), newcomer: () => import("./newcomer.js"),
};
