/**
 * One seat at one table: line, outbox and record put together. Fires `line` when the state of the
 * line changed, `change` after each message, `refused` when the hello was rejected, `late` when a
 * request from before a reload was answered (message, answer) or given up (message alone).
 */
import { Line } from "./line.js";
import { Outbox } from "./outbox.js";
import { Record } from "./record.js";
import { play } from "./system.js";

const PAGE = 50;
/** Requests of the page's own, which nobody waits for. */
const UNSEEN = ["history", "snapshot", "rules", "add_entropy"];

/** What a page needs to begin with; a server of another kind may say it otherwise. */
function checkRoom({ position, snapshot }, me) {
  if (!Number.isInteger(position?.seq)) throw new TypeError("It does not say where this is.");
  if (!snapshot.members.some(({ member }) => member === me) || !Array.isArray(snapshot.characters)) throw new TypeError("Its room is of no kind that is known here.");
}
function checkWelcome(item, known) {
  const { room, member, snapshot, heartbeat_interval_s } = item;
  if (!room || !member || !(heartbeat_interval_s > 0)) throw new TypeError("It does not say who this is.");
  if (snapshot) checkRoom(item, member);
  else if (room !== known) throw new TypeError("It brings no room.");
}

export class Session extends EventTarget {
  record = new Record();
  #entry; #line; #outbox; #seat; #begun; #coming = null;
  /** A promise of this player's share in the dice; nothing before a book of them is live. */
  share;
  /** Events that came while the room is asked for anew, or null. */
  #held = null;

  /** @param {?object} entry an invite, a create key, a device link; null for a seat already held */
  constructor(server, token, entry) {
    super();
    Object.assign(this, { server, token });
    this.#entry = entry ?? undefined;
    this.#outbox = new Outbox((message) => this.#line.send(message), (message, answer) => this.#late(message, answer));
    this.#line = new Line(server, () => this.#hello(), (items) => this.#take(items), () => this.#fire("line"));
  }

  get state() { return this.#line.state; }
  get heardAt() { return this.#line.heardAt; }
  /** Whole seconds until the line is tried again. */
  get seconds() { return this.#line.seconds; }
  /** Intents without an answer. */
  get asked() { return this.#outbox.waiting.filter(({ type }) => !UNSEEN.includes(type)); }
  ask(request) {
    const answer = this.share ? this.share.then((share) => share.ask(request)) : this.#outbox.ask(request);
    answer.then((item) => item.type === "accepted" && this.#fire("done", { request, answer: item }));
    return answer;
  }
  connect() { this.#line.connect(); }
  /** What the server says cannot be read here. */
  giveUp() { this.#line.giveUp(); }
  end() { this.#line.end(); }

  /** Fetch the page of the log before the oldest event here. */
  async fetchEarlier() {
    const { generation, epoch } = this.record.position;
    const { result } = await this.ask({ type: "history", before: this.record.oldest, limit: PAGE });
    const now = this.record.position;
    if (!result || now.generation !== generation || now.epoch !== epoch) return;
    await play(this.record.raw.system, result.events);
    this.record.takeEarlier(result.events);
    this.share?.then((share) => share.take(result.events));
  }

  /** Dice that can be checked hang on entropy of this player's own: what that takes is fetched with the first book. */
  #takeDice({ begun, fresh }) {
    const { record } = this;
    if (begun) this.#begun = begun;
    if (!this.share && !record.raw?.dice) return;
    const isAnew = begun || !this.share;
    const { snapshot, position } = this.#begun;
    const news = isAnew ? [...record.entries] : fresh;
    this.share ??= import("./dice/share.js").then(({ Share }) => new Share(record, this.#seat, (request) => this.#outbox.ask(request)));
    this.share.then((share) => {
      if (isAnew) share.begin(snapshot.dice, position.seq);
      share.take(news);
    }).catch((problem) => {
      console.warn("The dice could not be fetched:", problem);
      this.share = undefined;
    });
  }
  /** An answer to what was asked before the tab was loaded anew. */
  #late(message, answer) {
    if (answer && message.dice) this.share?.then((share) => share.late(message, answer));
    if (!UNSEEN.includes(message.type)) this.#fire("late", { message, answer });
  }

  #hello() {
    const { room, position } = this.record;
    return { type: "hello", token: this.token, client: "coterie-browser/1",
      entry: room ? undefined : this.#entry, resume: this.#held ? undefined : position };
  }

  /** Take what one message carries, in order; what cannot be read is skipped and reported. */
  #take(items) {
    const news = { fresh: [] };
    for (const item of items) {
      try {
        this.#takeOne(item, news);
      } catch (problem) {
        console.warn(`An item "${item?.type}" was skipped:`, problem);
        if (["welcome", "snapshot"].includes(item?.type)) {
          this.#line.giveUp();
          return;
        }
      }
    }
    this.#takeDice(news);
    this.#show(news);
  }

  /** A room is shown once the parts of its system are here, and of those that it played before. */
  #show(news) {
    const { raw, entries } = this.record;
    const coming = raw && play(raw.system, news.isNew ? entries : news.fresh);
    if (!coming && !this.#coming) {
      this.#fire("change", news);
      return;
    }
    // What came later waits too: the log is told in order.
    const mine = this.#coming = Promise.all([this.#coming, coming]).then(() => {
      if (this.#coming === mine) this.#coming = null;
      this.#fire("change", news);
    }, () => this.#line.giveUp());
  }

  #takeOne(item, news) {
    const { record } = this;
    switch (item.type) {
      case "welcome":
        checkWelcome(item, this.record.room);
        news.isReturn = Boolean(record.room);
        Object.assign(record, { room: item.room, me: item.member, present: new Set(item.present) });
        if (item.snapshot) this.#begin(item, news, news.isReturn && item.reason);
        this.#seat = { server: this.server, room: item.room, member: item.member };
        this.#outbox.keepFor(this.#seat);
        this.#outbox.sendAgain();
        break;
      case "snapshot":
        checkRoom(item, record.me);
        this.#begin(item, news, item.reason);
        break;
      case "event":
        this.#happened(item, news);
        break;
      case "presence":
        record.present[item.here ? "add" : "delete"](item.member);
        break;
      case "pong":
        if (item.present) record.present = new Set(item.present);
        break;
      case "rejected":
        if (item.id === null && !record.room) this.#fire("refused", item);
        // fall through: it answers a request like the others
      case "accepted":
      case "result":
        this.#outbox.answer(item);
    }
  }

  #begin(item, news, reason) {
    this.#held = null;
    this.record.begin(item);
    Object.assign(news, { isNew: true, reason, fresh: [], begun: item });
  }

  #happened(push, news) {
    if (this.#held) {
      this.#held.push(push);
      return;
    }
    let place = "gap";
    try {
      place = this.record.take(push);
    } catch (problem) {
      console.warn(`Event ${push.seq} could not be read:`, problem);
    }
    if (place === "next") news.fresh.push(push);
    if (place === "gap") this.#resync(push);
  }

  /** A message was lost or is beyond this page: go on, on the same line, from the room as it is now. */
  async #resync(push) {
    const held = [push];
    this.#held = held;
    const { result } = await this.ask({ type: "snapshot" });
    const page = result && await this.ask({ type: "history", before: result.position.seq + 1, limit: PAGE });
    if (!result || this.#held !== held) return;
    const news = {};
    this.#begin({ ...result, recent: page.result?.events ?? [] }, news, "resync");
    held.forEach((each) => this.#happened(each, news));
    this.#takeDice(news);
    this.#show({ ...news, fresh: [] });
  }

  #fire(name, detail) { this.dispatchEvent(new CustomEvent(name, { detail })); }
}
