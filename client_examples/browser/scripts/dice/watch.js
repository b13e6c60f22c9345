/** Checks the rolls of the log as they come, a little at a time, and shows what came of it on their rows. */
import { say } from "../acts.js";
import { Checker } from "./check.js";
import { CHIPS, chips } from "./chips.js";
import { readBook } from "./kept.js";

/** @returns {() => void} what stops it */
export function watch(session, seat, log) {
  const { record } = session;
  const rungs = new Map();
  const told = new Set();
  let verdicts = session.verdicts = new Map();
  let checker, done = [], running = Promise.resolve(), wanted = 0;

  const hasOthers = () => record.entries.some(({ event: { type, member } }) => type === "device_linked" && member === record.me);
  const { adorn, wordsOf } = chips(session, () => verdicts, hasOthers);

  /** Take what is in the log and was not taken yet; where its beginning is another one now, all of it. */
  async function look(mine) {
    const base = (await session.share)?.base ?? null;
    const books = new Map();
    const kept = (book) => {
      if (!books.has(book)) books.set(book, readBook(seat, book));
      return books.get(book);
    };
    const { entries } = record;
    const goesOn = checker && done[0] === entries[0] && done.at(-1) === entries[done.length - 1] && checker.base === base;
    if (!goesOn) {
      checker = Object.assign(new Checker({ room: record.room, me: record.me, isStoryteller: record.isStoryteller, kept: (book) => checker.kept(book) }, base, rungs), { base });
      verdicts = session.verdicts = new Map();
      done = [];
    }
    checker.kept = kept;
    const news = entries.slice(done.length);
    for (const push of news) {
      const verdict = await checker.take(push);
      if (mine !== wanted) return;
      done.push(push);
      if (verdict) verdicts.set(push.seq, verdict);
      if (verdict && ["failed", "foreign"].includes(verdict.state)) shout(push, verdict);
    }
    log.adornWith(adorn);
    session.dispatchEvent(new CustomEvent("checked"));
  }
  const again = () => {
    const mine = ++wanted;
    running = running.then(() => (mine === wanted ? look(mine) : undefined)).catch((problem) => console.warn("Dice could not be checked:", problem));
  };
  function shout({ seq, event }, verdict) {
    if (told.has(seq) || (verdict.state === "foreign" && hasOthers())) return;
    told.add(seq);
    const whose = event.member === record.me ? "your name" : "the log";
    say("alarm", [`${CHIPS[verdict.state][2]}. Dice in ${whose}: ${wordsOf(verdict).join(" ")}`]);
  }

  session.addEventListener("change", again);
  again();
  return () => session.removeEventListener("change", again);
}
