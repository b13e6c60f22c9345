/** What Storytellers made of a roll afterwards: how it is read now, and who is told. */
import { refreshIn } from "../acts.js";
import { wanted } from "../dialog.js";
import { fill, h, intoView, own } from "../dom.js";
import { icon } from "../icons.js";

/** The newest reading: of a reroll, or of a Difficulty that was set since. */
export const readLast = (later) => later.findLast(({ event: { type, receipt } }) => receipt && ["roll_rerolled", "roll_judged"].includes(type))?.event.receipt;

const OUTCOMES = { success: "A success", failure: "A failure", botch: "A botch" };
const KEPT = { verdict: "The players know how it came out, and no Difficulty.", storytellers: "The Difficulty is hidden from the players." };

/** A line for the foot: the verdict alone, that it was impossible, or that a Difficulty is kept. */
export function judged(record, later) {
  const told = later.filter(({ event }) => event.type === "roll_judged").map(({ event }) => event);
  const last = told.findLast(({ receipt, is_impossible }) => receipt || is_impossible) ?? told.at(-1);
  if (!last) return null;
  const by = last.by === record.me ? "you" : record.nameOf(last.by);
  const isKept = last.told !== "all" && record.isStoryteller;
  const words = last.is_impossible ? ["It was impossible, says ", own(by), "."]
    : last.receipt ? (isKept ? [KEPT[last.told]] : ["Difficulty set by ", own(by), "."]) : [OUTCOMES[last.outcome] ?? (last.is_won ? "Won" : "Lost"), ", says ", own(by), "."];
  return [h(`p.fate${isKept ? ".kept" : ""}`, icon(isKept ? "screen" : last.is_won ? "tick" : "close"), h("span", words, isKept && last.is_impossible ? ` ${KEPT[last.told]}` : "")),
    last.note && h("p.fate", icon("speech"), own(last.note))];
}

/** A hidden opponent rolls against it; that form is fetched when it is wanted, too. */
function opposing(session, event, isJudged) {
  const place = h("div");
  return h("details.foot.reveal", { ontoggle: ({ target }) => {
    if (target.open && !place.childElementCount) wanted(() => import("../asking/opposing.js"), ({ opposingForm }) => {
      fill(place, opposingForm(session, event, isJudged, () => { target.open = false; }));
      refreshIn(place);
    });
    intoView({ target });
  } }, h("summary", "Oppose in secret…"), place);
}

/** A Storyteller reads a roll by another Difficulty; the form is fetched when it is wanted. */
export function judging(session, event, receipt, later) {
  const last = later.findLast(({ event: each }) => each.type === "roll_judged")?.event;
  const told = last?.told ?? (event.receipt.type === "v20" ? "verdict" : event.receipt.difficulty ? "all" : undefined);
  const place = h("div");
  return [h("details.foot.reveal", { ontoggle: ({ target }) => {
    if (target.open && !place.childElementCount) wanted(() => import("../asking/judging.js"), ({ judgingForm }) => {
      fill(place, judgingForm(session, event, receipt, told, () => { target.open = false; }));
      refreshIn(place);
    });
    intoView({ target });
  } }, h("summary", "Judge…"), place), event.character && opposing(session, event, told === "all")];
}
