/** The line: one socket at a time, hello, heartbeat, and reconnecting with full jitter. */

const OPEN_WITHIN_MS = 10_000;
const ANSWER_WITHIN_MS = 8_000;
const PROBE_WITHIN_MS = 4_000;
const STEADY_AFTER_MS = 10_000;
const LONGEST_WAIT_MS = 30_000;
/** A look at the clocks so often; what is later by more than the slack was asleep. */
const LOOK_EVERY_MS = 2_000;
const SLACK_MS = 3_000;
/** Closes after which coming back is pointless, should the server's `bye` be lost. */
const FINAL = [4004, 4005, 4006, 4008, 4013, 4015];
/** A server that speaks another language than this page is not waited for: it will not learn it. */
const UNREADABLE = "This page does not understand what the server says: one of them is older than the other. "
  + "Reload the page. If that does not help, tell whoever runs the server.";
const SIGNS = ["online", "offline", "pageshow", "focus"];
const SIGNS_OF_PAGE = ["visibilitychange", "resume"];

/** Time for intervals: no clock that somebody sets changes it. */
const now = () => performance.now();

export class Line {
  /**
   * `name` is connecting, live, waiting or ended; `why` and `code` as the server said. While
   * waiting, `until` is by this device's clock, for show alone; `seconds` tells what is left.
   */
  state = {};
  /** When the server was last heard, by this device's clock. */
  heardAt = Date.now();
  #server; #hello; #onItems; #onState; #socket; #bye; #looking;
  #timers = new Set(); #failures = 0; #liveAt = null; #heard = now(); #tryAt = 0; #isUnseen = false;

  /**
   * @param {string} server
   * @param {() => object} hello makes the hello of each new connection
   * @param {(items: object[]) => void} onItems gets what a message carries
   * @param {() => void} onState is told of every change of `state`
   */
  constructor(server, hello, onItems, onState) {
    [this.#server, this.#hello, this.#onItems, this.#onState] = [server, hello, onItems, onState];
    SIGNS.forEach((sign) => addEventListener(sign, this.#look));
    SIGNS_OF_PAGE.forEach((sign) => document.addEventListener(sign, this.#look));
    this.#watchForSleep();
    this.connect();
  }

  /** Whole seconds until the next attempt; 0 where none is awaited. */
  get seconds() { return this.state.name === "waiting" ? Math.max(0, Math.ceil((this.#tryAt - now()) / 1000)) : 0; }

  connect() {
    this.#drop();
    this.#become({ name: "connecting" });
    let socket;
    try {
      socket = new WebSocket(this.#server, "coterie.v1.json");
    } catch {
      const isMixed = location.protocol === "https:" && this.#server.startsWith("ws:");
      this.#become({ name: "ended", why: isMixed
        ? "This page came over https, so its table must be reached over wss." : "This page may not connect to that server." });
      return;
    }
    this.#socket = socket;
    // A socket that was given up may still speak: only the present one is listened to.
    const on = (name, does) => socket.addEventListener(name, (event) => socket === this.#socket && does(event));
    on("open", () => socket.send(JSON.stringify(this.#hello())));
    on("message", ({ data }) => this.#hear(data));
    on("close", ({ code }) => this.#lost(code));
    const began = now();
    this.#after(OPEN_WITHIN_MS, () => {
      if (this.state.name === "live") return;
      if (this.#heard > began) this.giveUp();
      else this.#lost();
    });
  }

  /** What came cannot be read: say so, and stay away until the page is another. */
  giveUp() {
    this.#drop();
    this.#become({ name: "ended", why: UNREADABLE });
  }

  send(message) {
    if (this.state.name === "live") this.#socket?.send(JSON.stringify(message));
  }

  end() {
    this.#drop();
    clearInterval(this.#looking);
    SIGNS.forEach((sign) => removeEventListener(sign, this.#look));
    SIGNS_OF_PAGE.forEach((sign) => document.removeEventListener(sign, this.#look));
  }

  #hear(data) {
    [this.heardAt, this.#heard] = [Date.now(), now()];
    let items;
    try {
      items = JSON.parse(data);
      if (!Array.isArray(items)) throw new TypeError("It is no array.");
    } catch (problem) {
      console.warn("A message was skipped:", problem);
      if (this.state.name !== "live") this.giveUp();
      return;
    }
    const welcome = items.find((item) => item?.type === "welcome");
    if (welcome) this.#welcomed(1000 * welcome.heartbeat_interval_s);
    const socket = this.#socket;
    this.#onItems(items);
    if (socket !== this.#socket) return;
    this.#bye = items.find((item) => item?.type === "bye");
    if (this.#bye) this.#lost();
  }

  #welcomed(interval_ms) {
    this.#liveAt = now();
    this.#isUnseen = false;
    this.#become({ name: "live" });
    this.#rest();
    // A page that nobody sees asks for nothing: the server's own pings hold the line, and it looks when it is shown.
    const beat = () => {
      if (!document.hidden) this.#probe(ANSWER_WITHIN_MS);
      this.#after(interval_ms, beat);
    };
    this.#after(interval_ms, beat);
  }

  /** Ask for a sign of life: after silence the line is down, whatever the socket says. */
  #probe(within_ms) {
    const asked = now();
    this.send({ type: "ping", presence: this.#isUnseen || undefined });
    this.#isUnseen = false;
    this.#after(within_ms, () => this.#heard < asked && this.#lost());
  }

  /** Notice that the device slept, which no event says; a clock that was set looks alike, and harms nothing. */
  #watchForSleep() {
    let [last, lastNow] = [Date.now(), now()];
    this.#looking = setInterval(() => {
      const late = Math.max(Math.abs(Date.now() - last - LOOK_EVERY_MS), now() - lastNow - LOOK_EVERY_MS);
      [last, lastNow] = [Date.now(), now()];
      if (late > SLACK_MS) this.#look();
    }, LOOK_EVERY_MS);
  }

  /** Who comes and goes need not be told to a page that nobody looks at. */
  #rest() {
    if (!document.hidden || this.#isUnseen || this.state.name !== "live") return;
    this.#isUnseen = true;
    this.send({ type: "ping", presence: false });
  }

  /** The page came back, or the device's network changed. */
  #look = () => {
    this.#rest();
    if (document.hidden) return;
    if (this.state.name === "live") this.#probe(PROBE_WITHIN_MS);
    else if (this.state.name === "waiting" && navigator.onLine) this.connect();
  };

  #lost(code) {
    const { message: why, is_final, code: said = code, retry_after_s = 0 } = this.#bye ?? {};
    this.#bye = null;
    this.#drop();
    if (is_final || FINAL.includes(code)) {
      this.#become({ name: "ended", why, code: said });
      return;
    }
    if (this.#liveAt !== null && now() - this.#liveAt > STEADY_AFTER_MS) this.#failures = 0;
    this.#liveAt = null;
    const bound_ms = Math.min(LONGEST_WAIT_MS, 1000 * 2 ** this.#failures++);
    const wait_ms = 1000 * retry_after_s + Math.random() * bound_ms;
    this.#tryAt = now() + wait_ms;
    this.#become({ name: "waiting", why: why ?? (navigator.onLine ? undefined : "This device is offline."), until: Date.now() + wait_ms });
    this.#after(wait_ms, () => this.connect());
  }

  #drop() {
    this.#timers.forEach(clearTimeout);
    this.#timers.clear();
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  #after(ms, does) { this.#timers.add(setTimeout(does, ms)); }

  #become(state) {
    this.state = state;
    this.#onState();
  }
}
