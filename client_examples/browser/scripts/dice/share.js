/**
 * A player's share in the dice of a room whose book is live: fetched with the first book. Asks for rolls with the
 * claim that they need, one after another, and puts entropy into the pot unasked.
 */
import { Claims } from "./claims.js";

/** A roll is asked for so often with another number, where other devices were quicker. */
const MOST_CLAIMS = 4;
const RENEWED = { message: "The dice were renewed before this was rolled. Nothing was rolled: ask for it once more.", accepted: undefined };

export class Share {
  /** The book of the last snapshot, and the event that it was taken behind. */
  base = null;
  #record; #ask; #pinned; #openedAt = 0;
  /** The roll that was asked for last: the next one waits for its number. */
  #rolling = Promise.resolve();

  /**
   * @param {object} record
   * @param {object} seat
   * @param {(request: object) => Promise<object>} ask asks the server
   */
  constructor(record, seat, ask) {
    [this.#record, this.#ask] = [record, ask];
    this.claims = new Claims(seat);
  }

  /** The book that is live, or null. */
  get book() { return this.#record.raw.dice ?? null; }
  get #me() { return { me: this.#record.me, role: this.#record.role, dice: this.book, entries: this.#record.entries, requests: this.#record.raw.requests, usual: this.#record.raw.house_rules.default_visibility }; }

  /** A snapshot that holds all events up to *seq* had this book. */
  begin(dice, seq) {
    this.base = { dice: dice ?? null, seq };
    this.#openedAt = 0;
  }
  /** Take pushes that the record has taken; those that a snapshot held already tell of numbers alone. */
  take(pushes) {
    if (this.book?.lanes !== this.#pinned) {
      this.#pinned = this.book?.lanes;
      this.claims.pin(this.book);
    }
    const opened = pushes.findLast(({ event }) => event.type === "book_opened" && event.book === this.book?.book);
    if (opened) this.#openedAt = opened.seq;
    // What was before its book tells nothing of it.
    pushes.filter(({ seq }) => seq >= this.#openedAt).forEach((push) => this.claims.see(push, this.#me));
    if (this.claims.owes(this.#me)) this.shake();
  }

  /** Put fresh entropy of this player's into the pot. */
  shake() { return this.#ask(this.claims.entropy(this.book.book)); }

  async ask(request) {
    if (this.claims.serves(request, this.#me)) {
      const answer = this.#rolling.then(() => this.#roll(request));
      this.#rolling = answer.catch(() => {});
      return answer;
    }
    const answer = await this.#ask(request);
    return answer.code === "book_changed" && this.claims.serves(request, this.#me) ? this.#roll(request) : answer;
  }

  /** Ask for a roll; where another device took the number, with the next one and a new id. */
  async #roll(request, lane, tries = 1) {
    const { dice, refusal } = this.claims.serves(request, this.#me) ? this.claims.claim(request, this.#me, lane) : {};
    if (refusal) return { type: "rejected", ...refusal };
    const asked = { ...request, dice };
    const answer = await this.#ask(asked);
    const again = this.claims.answered(asked, answer);
    if (again?.refusal) return { ...answer, ...again.refusal };
    if (again && tries < MOST_CLAIMS) return this.#roll(request, again.lane, tries + 1);
    return answer.code === "book_changed" ? { ...answer, ...RENEWED } : answer;
  }

  /** An answer to what was asked before the tab was loaded anew. */
  late(request, answer) { this.claims.answered(request, answer); }
}
