/** Requests without an answer. Each keeps its id and is sent again after every reconnect. */
import { uuid } from "./bytes.js";

/** Refusals that say "later": they bind nothing, and the same request may be sent again. */
export const LATER = ["busy", "rate_limited", "store_unavailable", "draining"];
const TRIES = 6;

export class Outbox {
  #waiting = new Map();
  #send;

  /** @param {(message: object) => void} send does nothing while the line is down */
  constructor(send) { this.#send = send; }

  /** Ask; resolves with `accepted`, `rejected` or `result`, however late. */
  ask(request) {
    const message = { ...request, id: uuid() };
    return new Promise((resolve) => {
      this.#waiting.set(message.id, { message, resolve, tries: 0 });
      this.#send(message);
    });
  }

  get waiting() { return Array.from(this.#waiting.values(), ({ message }) => message); }

  sendAgain() { this.waiting.forEach(this.#send); }

  answer(item) {
    const waiter = this.#waiting.get(item.id);
    if (waiter && LATER.includes(item.code) && ++waiter.tries < TRIES) {
      setTimeout(() => this.#waiting.has(item.id) && this.#send(waiter.message),
        1000 * Math.max(item.retry_after_s ?? 0, 2 ** waiter.tries / 5));
    } else if (waiter) {
      this.#waiting.delete(item.id);
      waiter.resolve(item);
    }
  }
}
