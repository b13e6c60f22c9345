/** Checks the rolls of a line that is looked back on, from its first event, a little at a time. */
import { Checker } from "./check.js";
import { chips } from "./chips.js";
import { readBook } from "./kept.js";

/**
 * @param {object[]} pushes the whole line of the viewer, oldest first
 * @param {(seq: number) => void} onVerdict called with each event of which something is known now
 * @returns {{adorn: (article: Element, row: object) => void, stop: () => void}}
 */
export function checkPast(session, seat, pushes, onVerdict) {
  const { record } = session;
  const { room, me, isStoryteller } = record;
  const verdicts = session.verdicts = new Map();
  const kept = new Map();
  const hasOthers = () => pushes.some(({ event: { type, member } }) => type === "device_linked" && member === me);
  const read = (book) => kept.get(book) ?? kept.set(book, readBook(seat, book)).get(book);
  let isStopped = false;

  async function check() {
    const checker = new Checker({ room, me, isStoryteller, kept: read }, (await session.share)?.base ?? null);
    for (const push of pushes) {
      const verdict = await checker.take(push);
      if (isStopped) return;
      if (!verdict) continue;
      verdicts.set(push.seq, verdict);
      onVerdict(push.seq);
    }
    session.dispatchEvent(new CustomEvent("checked"));
  }
  check().catch((problem) => console.warn("Dice could not be checked:", problem));
  return { adorn: chips(session, () => verdicts, hasOthers).adorn, stop: () => { isStopped = true; } };
}
