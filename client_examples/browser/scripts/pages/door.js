/** The doors: open a table, join by an invite, come in with one more device; and a seat that is lost. */
import { say } from "../acts.js";
import { button, field, fill, h, own, read, segments, text } from "../dom.js";
import { ownServer } from "../links.js";
import { LATER } from "../outbox.js";
import { forgetHello, helloInFlight, keepHello, keepSeat, keepsSeats, keepTab, seats } from "../seats.js";
import { Session } from "../session.js";
import { count } from "../words.js";
import { frontPage, icon, linkForm, point, seatList, someDice } from "./front.js";

const SOME = [["regular", 9], ["regular", 10], ["regular", 3], ["hunger", 7], ["hunger", 1]];
const COMES_AS = {
  player: ["person", "You come as a player: a character of your own, and dice to roll."],
  spectator: ["eye", "You come to watch: you see what everyone sees, and roll nothing."],
  storyteller: ["screen", "You come as a Storyteller: you will see everything behind the screen."],
};

const yourName = (isFirst = true) => field("Your name at the table", text("name", { required: true, "data-first": Boolean(isFirst), autocomplete: "nickname" }));
const kept = () => point("lock", keepsSeats ? "No account. This browser keeps your seat; add another device from the table."
  : "This browser keeps nothing: your seat is lost when you close the page.");

/**
 * Each kind of link: how its page begins, what it asks, what it sends, what stands below, and what
 * is said where the server does not know the link (any more).
 */
const DOORS = {
  create: {
    head: () => ["", "Open a table", "You will be its Storyteller."], words: "Open the table",
    fields: ({ table, system }, another) => [field("Name of the chronicle", text("room_name", { required: true, "data-first": !table && !another, value: table })), yourName(!another || table),
      segments("What you play", "system", [["v5", "V5"], ["v20", "V20"]], system)],
    entry: (secret, { system, ...form }) => ({ type: "create", create_key: secret, ...form, ...(system !== "v5" && { system }) }),
    points: () => [point("screen", "What is behind your screen stays there: the server tells nobody."),
      point("link", "Players need no key: you make invite links at the table.")],
    dead: { unknown_credential: ["This key opens no table here", "It may be that of another server, or the server was started again with a new one. Its window prints the link that holds."] },
  },
  invite: {
    head: ({ table, from }) => [table && from && [own(from), " invites you to"], table ? own(table) : "You are invited", ""], words: "Take your seat",
    fields: () => [yourName()], entry: (secret, form) => ({ type: "invite", secret, ...form }),
    points: ({ role }) => [Object.hasOwn(COMES_AS, role ?? "") && point(...COMES_AS[role]),
      point("eye", "You will see what everyone at the table sees.")],
    dead: { invite_spent: ["This invite no longer works", "It may have been used up or renewed. Ask your Storyteller for a new link."] },
  },
  device: {
    head: ({ table, from }) => ["", "Continue on this device", table && from ? [own(from), " at ", own(table), ": the same seat, the same characters."] : "The same seat, the same characters."],
    words: "Sit down here", fields: () => [], entry: (secret) => ({ type: "device_link", secret }),
    points: () => [point("device", "Both devices share the seat from now on. The link serves once.")],
    dead: { link_spent: ["This link no longer works", "It serves once, and only for a short while. Make another on the device that has your seat."] },
  },
};

const stateOf = (sign, title, words, ...controls) =>
  h("section.front-state", icon(sign), h("h1", { tabindex: -1 }, title), h("p", words), controls);

/** The seat that this browser held is not known to the server. */
async function lost({ table, from }, go) {
  const { rescue } = await import("./rescue.js");
  return [frontPage("threshold", h("h1", { tabindex: -1 }, "This seat is lost here"),
    h("p.lead", "The server does not know this browser any more", from && [" as ", own(from)], table && [" at ", own(table)],
      ": the seat was taken away, or the server goes on from an older copy."),
    rescue(table, from), h("section.panel", h("h2", "Have you got a link?"), linkForm(go, "Link")),
    button("To the first page", () => go(null), "quiet"))];
}

export function door(link, go) {
  const hints = link.hints ?? {};
  if (link.kind === "lost") return lost(hints, go);
  const { head, words, fields, entry, points, dead } = DOORS[link.kind];
  const paste = () => button("Paste another link", () => go(null));
  // Another evening: whoever opens the printed link once more has a table already, and rarely wants a second one.
  const held = link.kind === "create" ? seats() : [];
  const tables = (title = "Your tables") => held.length > 0 && h("section.panel.seats", title && h("h2", title), seatList(held, go, link));
  if (!link.secret) {
    return [frontPage("threshold", stateOf("link", "This link is damaged", "A part of it is missing. Copy it again, whole, or ask for a new one.", paste()))];
  }
  // Enough of an invite to know it again, too little to use it.
  const trace = link.kind === "invite" ? link.secret.slice(0, 8) : undefined;
  const submit = h("button.main", words);
  const state = h("p.hint");
  const tryNow = button("Try now", () => session?.connect());
  const form = h("form", { onsubmit: (event) => {
    event.preventDefault();
    if (!session) enter(keepHello(link, entry(link.secret, read(form))));
  } }, fields(hints, held.length > 0), h("ul.points", points(hints), kept()), h("div.front-end", state, submit));
  let session;
  let ticking;

  function tell(sentence, className = "refusal") {
    if (state.textContent === sentence) return;
    Object.assign(state, { textContent: sentence, className });
  }

  /** A hello that was not refused may have been heard: it is kept, so that once more is no second seat. */
  function stop(why, code, isRefused = true) {
    clearInterval(ticking);
    if (isRefused) forgetHello(link);
    session.end();
    session = null;
    submit.textContent = words;
    if (dead[code]) {
      // Nor does a reload come back to it.
      keepTab(null);
      fill(page.querySelector("main"), stateOf("link", ...dead[code], paste()), tables());
      page.querySelector("h1").focus();
      say("alarm", [`${dead[code][0]}. ${dead[code][1]}`]);
      return;
    }
    tell(why ?? "The server closed the door.");
    say("alarm", [state.textContent]);
  }

  function waiting() {
    const { why } = session.state;
    const { seconds } = session;
    tell(`${why ?? "The server does not answer."} Trying again ${seconds ? `in ${count(seconds, "second")}` : "now"}.`, "hint waits");
    state.append(" ", tryNow);
  }

  function enter({ token, entry: sent }) {
    session = new Session(link.server, token, sent);
    submit.textContent = "Asked…";
    tell("", "hint");
    session.addEventListener("refused", ({ detail }) => LATER.includes(detail.code) || stop(detail.message, detail.code));
    session.addEventListener("line", lineChanged);
    session.addEventListener("change", () => session?.record.view && sitDown(session));
    lineChanged();
  }

  let wasLost = false;
  function lineChanged() {
    const { name, why } = session?.state ?? {};
    clearInterval(ticking);
    if (name === "ended") stop(why, null, false);
    if (name !== "waiting") return;
    if (!wasLost) say("alarm", ["The server does not answer. Trying again."]);
    wasLost = true;
    waiting();
    ticking = setInterval(waiting, 1000);
  }

  function sitDown({ record, token }) {
    clearInterval(ticking);
    const seat = { ...record.member(record.me), server: link.server, room: record.room, token, trace, room_name: record.view.name, system: record.view.system, at: Date.now() };
    keepSeat(seat);
    forgetHello(link);
    const seated = session;
    session = null;
    go(seat, seated);
  }

  const [above, title, below] = head(hints);
  const another = held.length > 0;
  const page = frontPage("threshold", another && [h("div.front-title", h("h1", { tabindex: -1 }, "Your tables")), tables(null)],
    h("div.front-title", above && h("p", above), another ? h("h2", "Open another table") : h("h1", { tabindex: -1 }, title)),
    below && h("p.lead", below), link.server !== ownServer && h("p.lead", `The table is at ${new URL(link.server).host}.`), !another && someDice(SOME),
    trace && seats().filter((seat) => seat.trace === trace).map((seat) =>
      button(["Back to your seat as ", own(seat.name)], () => go(seat), "bordered")), form);
  const inFlight = helloInFlight(link);
  if (inFlight) enter(inFlight);
  return [page, () => {
    clearInterval(ticking);
    session?.end();
  }];
}
