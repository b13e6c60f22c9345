/**
 * Requests without an answer. Each keeps its id and is sent again after every reconnect, and after
 * a reload of the tab: the server does the same id once, so that nothing is ever rolled twice.
 */
import { uuid } from "./bytes.js";
import { keepWaiting, readWaiting } from "./seats.js";

/** Refusals that say "later": they bind nothing, and the same request may be sent again. */
export const LATER = ["busy", "rate_limited", "store_unavailable", "draining", "dice_not_ready"];
const TRIES = 6;
/** Questions, which are asked anew, and requests whose secret lives in the page alone. */
const NOT_KEPT = ["history", "snapshot", "rules", "roll_by_id", "create_invite", "renew_invite", "create_device_link"];
/** Nobody expects a roll of last week: after so long a request that was left behind is let go. */
const KEPT_FOR_MS = 15 * 60_000;

export class Outbox {
  #waiting = new Map();
  #send; #onLate; #seat;

  /**
   * @param {(message: object) => void} send does nothing while the line is down
   * @param {(message: object, answer: ?object) => void} onLate gets the answers to requests of the
   *   page before the reload; no answer, where one was left behind too long ago to be asked again
   */
  constructor(send, onLate = () => {}) { [this.#send, this.#onLate] = [send, onLate]; }

  /** Name the seat that asks; what this tab asked for it before a reload waits for answers again. */
  keepFor(seat) {
    if (this.#seat) return;
    this.#seat = seat;
    for (const { message, at } of readWaiting(seat)) {
      const isFresh = Math.abs(Date.now() - at) < KEPT_FOR_MS;
      if (!isFresh) this.#onLate(message);
      else if (!this.#waiting.has(message.id)) {
        this.#waiting.set(message.id, { message, at, tries: 0, resolve: (answer) => this.#onLate(message, answer) });
      }
    }
    this.#keep();
  }

  /** Ask; resolves with `accepted`, `rejected` or `result`, however late. */
  ask(request) {
    const message = { ...request, id: uuid() };
    return new Promise((resolve) => {
      this.#waiting.set(message.id, { message, at: Date.now(), resolve, tries: 0 });
      // Kept before it is sent: what was sent is asked for again, whatever becomes of the tab.
      this.#keep();
      this.#send(message);
    });
  }

  get waiting() { return Array.from(this.#waiting.values(), ({ message }) => message); }

  sendAgain() { this.waiting.forEach((message) => this.#send(message)); }

  answer(item) {
    const waiter = this.#waiting.get(item.id);
    if (waiter && LATER.includes(item.code) && ++waiter.tries < TRIES) {
      setTimeout(() => this.#waiting.has(item.id) && this.#send(waiter.message),
        1000 * Math.max(item.retry_after_s ?? 0, 2 ** waiter.tries / 5));
    } else if (waiter) {
      this.#waiting.delete(item.id);
      this.#keep();
      waiter.resolve(item);
    }
  }

  #keep() {
    if (!this.#seat) return;
    const kept = Array.from(this.#waiting.values()).filter(({ message }) => !NOT_KEPT.includes(message.type));
    keepWaiting(this.#seat, kept.map(({ message, at }) => ({ message, at })));
  }
}
