/**
 * What this browser keeps of books of dice: commitments as first seen, and the entropy it drew. All its tabs share
 * it; where storage is refused, this page's memory has to do.
 */
const DICE = "coterie.dice ";
const SEAT = "coterie.seat ";
/** The log of more evenings than these is checked without knowing who sent what. */
const MOST_BOOKS = 20;

const memory = new Map();
const keyOf = ({ server, room, member }, book) => `${DICE}${server} ${room} ${member} ${book}`;

export function readBook(seat, book) {
  const key = keyOf(seat, book);
  try {
    return JSON.parse(localStorage.getItem(key) ?? memory.get(key) ?? null);
  } catch {
    return JSON.parse(memory.get(key) ?? null);
  }
}

export function keepBook(seat, book, kept) {
  const [key, value] = [keyOf(seat, book), JSON.stringify(kept)];
  try {
    const isNew = localStorage.getItem(key) === null;
    localStorage.setItem(key, value);
    if (isNew) prune(keyOf(seat, ""));
  } catch (problem) {
    console.warn("This browser keeps no dice:", problem);
    memory.set(key, value);
  }
}

/** Books of seats that are gone go, and the oldest of this one. */
function prune(mine) {
  const all = Object.keys(localStorage).filter((key) => key.startsWith(DICE));
  const isHeld = (key) => localStorage.getItem(SEAT + key.slice(DICE.length, key.lastIndexOf(" "))) !== null;
  const age = (key) => JSON.parse(localStorage.getItem(key)).at;
  const old = all.filter((key) => key.startsWith(mine)).sort((a, b) => age(b) - age(a)).slice(MOST_BOOKS);
  [...all.filter((key) => !key.startsWith(mine) && !isHeld(key)), ...old].forEach((key) => localStorage.removeItem(key));
}
