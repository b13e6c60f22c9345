/**
 * A player's share in the dice: entropy of this browser's own, bound to the next number of a lane in the book that
 * is live. For each number it is drawn once, after the lane's commitment was seen, and kept before it is sent;
 * nothing ever changes it. What was first announced for a book is kept, and nothing else is accepted for it.
 */
import { randomSecret } from "../bytes.js";
import { keepBook, readBook } from "./kept.js";

/** Intents that may roll dice. */
export const ROLLING = ["roll", "reroll", "rouse", "mend", "wake", "blush", "test_remorse", "test_frenzy", "roll_compulsion", "roll_resonance",
  "open_contest", "answer_contest", "roll_v20", "roll_degeneration", "resist_beast", "roll_initiative", "open_v20_contest", "answer_v20_contest"];

const isPublic = (visibility) => visibility === "public";

/** Which lane of a player's a request belongs to: by who will see its dice. */
export function laneOf({ type, roll, contest, request, visibility, hide_pool }, { usual, entries, requests = [] }) {
  const of = (key, id) => entries.find(({ event }) => event.visibility && (event[key]?.[key] ?? event[key]) === id)?.event.visibility ?? "public";
  const asked = requests.find((each) => each.request === request);
  if (hide_pool || asked?.hide_pool) return "own";
  const seen = type === "reroll" ? of("roll", roll) : contest ? of("contest", contest)
    : asked?.visibility ?? visibility ?? usual;
  return isPublic(seen) ? "open" : "own";
}

const skipped = (n) => ({ code: "dice_skipped", n, message: `The server passes over number ${n + 1} of your dice, for which it has your entropy. This page saw no roll with it, so it rolls no other.`,
  accepted: "a roll with that number in the log; if there is none, ask your Storyteller to renew the dice" });
const CLASH = { code: "dice_clash", message: "The server committed to other dice for you than it first said. Nothing is rolled with them here: tell your Storyteller." };

const begin = ({ table, secret, c, next }) => ({ at: Date.now(), table, secret, lanes: {}, added: [], lost: [], clash: [],
  blind: { seen: [], sent: [], passed: 0 }, c, ...Object.fromEntries(["open", "own"].map((lane) => [lane, { first: next[lane], next: next[lane], drawn: {} }])) });

/**
 * A viewer is {me, role, dice, entries, requests, usual}: the member and its role, the live book or null, the log as far
 * as it is here, the rolls that were asked for, and the visibility of what names none.
 */
export class Claims {
  #seat;

  /** @param {object} seat whose storage this is kept in */
  constructor(seat) { this.#seat = seat; }

  /** What is kept of a book, or null; read anew each time, for other tabs write it too. */
  read(book) { return readBook(this.#seat, book); }
  #change(book, does) {
    const kept = this.read(book);
    if (!kept) return undefined;
    const result = does(kept);
    keepBook(this.#seat, book, kept);
    return result;
  }

  /** Take what the room says of its live book: what is new is kept, what differs from what is kept is held against it. */
  pin(dice) {
    if (!dice) return;
    const { book, table, secret, lanes, next = { open: 0, own: 0 } } = dice;
    const kept = this.read(book) ?? begin({ ...dice, next });
    const before = JSON.stringify(kept);
    const holds = (name, first, now) => { if (first !== now && !kept.clash.includes(name)) kept.clash.push(name); };
    holds("table", kept.table, table);
    holds("secret", kept.secret, secret);
    for (const { member, open, own } of lanes) {
      const [firstOpen, firstOwn] = kept.lanes[member] ??= [open, own];
      holds(`open ${member}`, firstOpen, open);
      holds(`own ${member}`, firstOwn, own);
    }
    if (JSON.stringify(kept) !== before || !this.read(book)) keepBook(this.#seat, book, kept);
  }

  /** Take an event: numbers of one's own that were rolled are over. */
  see({ event: { type, member, proof }, seq }, { dice, me }) {
    if (proof?.member === me) this.#took(proof);
    // Of a roll that another device made blind no number is told: it is counted.
    if (type === "blind_roll_made" && member === me && dice) this.#change(dice.book, ({ blind: { seen } }) => { if (!seen.includes(seq)) seen.push(seq); });
  }
  #took({ book, lane, n }) {
    this.#change(book, (kept) => { if (kept[lane].next <= n) kept[lane].next = n + 1; });
  }

  /** Whether a request of this viewer takes dice with it. */
  serves(request, { dice, me, role }) {
    return ROLLING.includes(request.type) && !request.entered && role === "player" && Boolean(dice?.lanes.some(({ member }) => member === me));
  }

  /**
   * The claim of a request, kept before it is given out.
   * @param {string} [lane] where the server named another than this page thought
   * @returns {{dice?: object, refusal?: object}} a refusal where nothing may be sent
   */
  claim(request, viewer, lane = laneOf(request, viewer)) {
    const { dice: { book, next }, me } = viewer;
    const kept = this.read(book);
    const clash = kept?.clash.find((name) => name === `${lane} ${me}`);
    if (clash) return { refusal: CLASH };
    return this.#change(book, (now) => {
      const line = now[lane];
      if (next && !this.#goOn(now, lane, Math.max(next[lane], line.next))) return { refusal: skipped(line.next) };
      const n = line.next;
      line.drawn[n] ??= randomSecret(32);
      return { dice: { book, lane, n, entropy: line.drawn[n] } };
    }) ?? {};
  }

  /**
   * Go on with number n, unless that would pass over one that entropy was sent for and no roll was seen with:
   * a roll that was dropped would then be drawn a second time.
   */
  #goOn(kept, lane, n) {
    const line = kept[lane];
    const owed = Object.keys(line.drawn).filter((each) => each >= line.next && each < n).length;
    const { seen, sent, passed } = kept.blind;
    if (owed > (lane === "own" ? seen.length - sent.length - passed : 0)) return false;
    kept.blind.passed += owed;
    line.next = n;
    return true;
  }

  /**
   * Take the answer to what was claimed.
   * @returns {?{lane?: string, refusal?: object}} how to ask once more, with a new id; null where the answer stands
   */
  answered(request, answer) {
    const { dice } = request;
    if (!dice) return answer.code === "book_changed" ? {} : null;
    const { book, lane, n } = dice;
    if (Number.isInteger(answer.took)) {
      this.#took({ book, lane, n: answer.took });
      if (request.visibility === "blind") this.#change(book, ({ blind: { sent } }) => { if (!sent.includes(n)) sent.push(n); });
    }
    if (answer.code === "dice_moved" && Number.isInteger(answer.next_n)) {
      return this.#change(book, (kept) => this.#goOn(kept, lane, answer.next_n)) ? { lane } : { refusal: skipped(n) };
    }
    if (answer.code === "lane_mismatch" && ["open", "own"].includes(answer.accepted) && answer.accepted !== lane) return { lane: answer.accepted };
    if (answer.code === "book_changed") this.#change(book, (kept) => { if (kept[lane].next <= n) kept.lost.push([lane, n]); });
    return null;
  }

  /** Whether this player has put nothing into the pot of the live book yet. */
  owes({ dice, me, role }) {
    const kept = role === "player" && dice?.lanes.some(({ member }) => member === me) && this.read(dice.book);
    return Boolean(kept) && !kept.added.length;
  }
  /** An intent with fresh entropy for the pot, kept before it is given out. */
  entropy(book) {
    const entropy = randomSecret(32);
    this.#change(book, (kept) => { kept.added = [...kept.added, entropy]; });
    return { type: "add_entropy", book, entropy };
  }
}
