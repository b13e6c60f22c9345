/** Rolls that count no more: how their receipts say so, and a Storyteller's way to retract one. */
import { wanted } from "../dialog.js";
import { button, h, own } from "../dom.js";
import { icon } from "../icons.js";

/** Mark the receipt of a row whose roll was retracted; offer Storytellers to retract one that was not. */
export function withRetraction(session, row, article) {
  const { record } = session;
  if (row.kind !== "roll" && row.kind !== "contest") return article;
  const end = row.later.findLast(({ event }) => event.type === "roll_retracted")?.event;
  if (end) {
    article.classList.add("retracted");
    const who = end.by === record.me ? "you" : record.nameOf(end.by);
    article.querySelectorAll(".reroll, .reveal").forEach((each) => each.remove());
    article.append(h("p.fate.gone", icon("close"), h("span", end.is_undo ? "Taken back at once by " : "Retracted by ", own(who), end.note && [": ", own(end.note)])));
    return article;
  }
  const { roll } = row.push.event;
  const details = article.querySelector(".details > dl");
  if (!record.isStoryteller || !roll || !details || row.kind !== "roll") return article;
  details.after(h("div.row.retracting", button("Retract this roll…", () => wanted(() => import("./retracting.js"), ({ retracting }) => retracting(session, roll)))));
  return article;
}
