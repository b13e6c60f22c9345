/** How verdicts on dice are shown on the rows of a log: one chip, loud words where something is wrong, the proof under Details. */
import { button, h, needStyle } from "../dom.js";
import { icon } from "../icons.js";
import { EMPTY_POT } from "./check.js";

export const CHIPS = { checked: ["won", "shield", "Checked"], failed: ["beast", "close", "Does not match"], foreign: ["wait", "bell", "Not sent from here"] };
const RANK = ["failed", "foreign", "open", "checked"];
const FORGED = "No other device of yours is known here: if you did not roll it elsewhere, it is forged.";
const ELSEWHERE = "Another device of yours sent it, or it is forged.";

/**
 * @param {() => Map<number, object>} verdicts those of `check.js`, by event
 * @param {() => boolean} hasOthers whether this member has, or had, another device
 * @returns {{adorn: (article: Element, row: object) => void, wordsOf: (verdict: object) => string[]}}
 */
export function chips(session, verdicts, hasOthers) {
  needStyle("styles/dice.css");
  const { record } = session;

  const wordsOf = ({ state, faults, notes }) => [...faults, ...notes, state === "foreign" ? (hasOthers() ? ELSEWHERE : FORGED) : ""].filter(Boolean);
  /** All that was found about a row: what was said last of the same dice counts. */
  function about({ push, later }) {
    const found = new Map();
    for (const { seq } of [push, ...later]) {
      const verdict = verdicts().get(seq);
      if (verdict) found.set(verdict.about ?? seq, verdict);
    }
    return [...found.values()].sort((a, b) => RANK.indexOf(a.state) - RANK.indexOf(b.state));
  }

  function adorn(article, row) {
    article.querySelectorAll(".of-proof").forEach((part) => part.remove());
    const place = article.querySelector("header > div") ?? article.querySelector(".told");
    const all = about(row);
    const [worst] = all;
    if (!worst) {
      if ([row.push, ...row.later].some(({ event }) => event.source === "unproven")) place?.append(" ", h("span.chip.of-proof.plain", icon("dots"), "Unproven"));
      return;
    }
    // Of several devices of one person none knows what the others sent.
    const isElsewhere = worst.state === "foreign" && hasOthers();
    const [ink, sign, words] = isElsewhere ? ["plain", "dots", "From another device"] : CHIPS[worst.state] ?? ["plain", "dots", worst.brief];
    const isEmpty = worst.state === "checked" && all.some(({ notes }) => notes.includes(EMPTY_POT));
    place?.append(" ", h(`span.chip.of-proof.${ink}`, icon(sign), isEmpty ? `${words}, no player’s entropy` : words));
    const isLoud = worst.state === "failed" || (worst.state === "foreign" && !isElsewhere);
    if (isLoud) article.append(h(`p.of-proof.proof-fault.${ink}`, icon(sign), h("span", h("strong", `${words}. `), wordsOf(worst).join(" "))));
    article.querySelector(".details")?.append(h("div.of-proof.proof", proofWords(all), button("How dice are checked", () => import("./dialog.js").then(({ diceDialog }) => diceDialog(session, true)), "quiet")));
  }

  const hex = (text) => Array.from(atob(text).slice(0, 6), (sign) => sign.charCodeAt(0).toString(16).padStart(2, "0")).join("");
  const whose = ({ lane, member }) => (member ? `${member === record.me ? "your" : `${record.nameOf(member)}’s`} ${lane === "open" ? "open" : "hidden"} dice` : lane === "table" ? "the table’s dice" : "the Storytellers’ hidden dice");
  function proofWords(all) {
    const proofs = all.flatMap(({ proofs: each = [] }) => each);
    return [
      proofs.map((proof) => h("p", `Number ${proof.n + 1} of ${whose(proof)} in book ${hex(proof.book)}. Key ${hex(proof.key)}…, committed to beforehand; `,
        proof.c === undefined ? `entropy ${hex(proof.entropy)}… of the player’s.` : `entropy ${hex(proof.entropy)}…, the pot of the players after ${proof.c} of its changes.`)),
      h("p.hint", all[0].state === "checked" ? "This browser checked all of it." : wordsOf(all[0]).join(" ")),
      proofs.some(({ lane }) => lane === "secret") && h("p.hint", "Drawn from the list fixed beforehand; its moment and purpose are the Storyteller’s word."),
    ];
  }

  return { adorn, wordsOf };
}
