/** The doors: open a table, join by an invite, come in with one more device. */
import { say } from "../acts.js";
import { button, field, h, own, read, text } from "../dom.js";
import { ownServer } from "../links.js";
import { LATER } from "../outbox.js";
import { forgetHello, helloInFlight, keepHello, keepSeat, keepsSeats, seats } from "../seats.js";
import { Session } from "../session.js";
import { plainPage } from "./landing.js";

const yourName = () => field("Your name at the table", text("name", { required: true, "data-first": true, autocomplete: "nickname" }));

const DOORS = {
  create: {
    title: "Open a table", words: "Open the table", about: "You will be its Storyteller.",
    fields: () => [field("Name of the chronicle", text("room_name", { required: true, "data-first": true })), yourName()],
    entry: (secret, form) => ({ type: "create", create_key: secret, ...form }),
  },
  invite: {
    title: "You are invited", words: "Take your seat", about: "No account: this browser keeps your seat.",
    fields: () => [yourName()], entry: (secret, form) => ({ type: "invite", secret, ...form }),
  },
  device: {
    title: "One more device", words: "Sit down here", about: "The link serves once; both devices share the seat.",
    fields: () => [], entry: (secret) => ({ type: "device_link", secret }),
  },
};

export function door(link, go) {
  const { title, words, about, fields, entry } = DOORS[link.kind];
  const first = button("To the first page", () => go(null), "quiet");
  if (!link.secret) return [plainPage(title, h("p.refusal", "This link is damaged. Copy it again, whole."), first)];
  // Enough of an invite to know it again, too little to use it.
  const trace = link.kind === "invite" ? link.secret.slice(0, 8) : undefined;
  const submit = h("button.main", words);
  const state = h("p.hint");
  const form = h("form.panel", { onsubmit: (event) => {
    event.preventDefault();
    if (!session) enter(keepHello(link, entry(link.secret, read(form))));
  } }, fields(), submit, state);
  let session;

  function tell(sentence, className = "refusal") {
    if (state.textContent === sentence) return;
    Object.assign(state, { textContent: sentence, className });
    say("alarm", [sentence]);
  }

  function stop(why) {
    forgetHello(link);
    session.end();
    session = null;
    submit.textContent = words;
    tell(why ?? "The server closed the door.");
  }

  function enter({ token, entry: sent }) {
    session = new Session(link.server, token, sent);
    submit.textContent = "Asked…";
    tell("", "hint");
    session.addEventListener("refused", ({ detail }) => LATER.includes(detail.code) || stop(detail.message));
    session.addEventListener("line", () => {
      const { name, why } = session?.state ?? {};
      if (name === "ended") stop(why);
      if (name === "waiting") tell("The server does not answer. Trying again until it does.", "hint");
    });
    session.addEventListener("change", () => session?.record.view && sitDown(session));
  }

  function sitDown({ record, token }) {
    const seat = { ...record.member(record.me), server: link.server, room: record.room, token, trace, room_name: record.view.name, at: Date.now() };
    keepSeat(seat);
    forgetHello(link);
    const seated = session;
    session = null;
    go(seat, seated);
  }

  const inFlight = helloInFlight(link);
  if (inFlight) enter(inFlight);
  return [plainPage(title, h("p", about),
    link.server !== ownServer && h("p", `The table is at ${new URL(link.server).host}.`),
    !keepsSeats && h("p.refusal", "This browser keeps nothing: your seat is lost when you close the page."),
    trace && seats().filter((seat) => seat.trace === trace).map((seat) =>
      button(["Back to your seat as ", own(seat.name)], () => go(seat))), form, first), () => session?.end()];
}
