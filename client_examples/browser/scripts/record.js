/** What this viewer knows: the room as it stands, the position, and the events of the log. */
import { fold } from "./fold.js";

/** Of several who are called the same, all but the first have a number, as on the command line. */
function numbered(members) {
  const seen = new Map();
  return members.map((each) => {
    const n = (seen.get(each.name) ?? 0) + 1;
    seen.set(each.name, n);
    return n > 1 ? { ...each, name: `${each.name} (${n})` } : each;
  });
}

const RANKS = ["storyteller", "player", "spectator", "bot"];
/** Storytellers first, then by name; the server's order is that of ids. */
const inOrder = (those) => [...those].sort((a, b) => RANKS.indexOf(a.role) - RANKS.indexOf(b.role) || a.name.localeCompare(b.name, undefined, { numeric: true }));

export class Record {
  room; me; position;
  /** Event pushes, oldest first, each once. */
  entries = [];
  present = new Set();
  /** Names by id, also of those who have left; effects by id, also those that are over. */
  #names = new Map(); #effects = new Map();
  /** Consequences by id, also those that are done with; by the event that renamed somebody, the name before. */
  #proposals = new Map(); #requests = new Map(); #former = new WeakMap();
  /** By the event that changed the house rules, those before. */
  #rules = new WeakMap();
  #raw; #shown;

  /** The room as the server tells it, and as it is shown: there no two people are called the same. */
  get raw() { return this.#raw; }
  get view() { return this.#shown; }
  set view(view) {
    const { members, characters } = view;
    this.#shown = { ...view, characters: inOrder(characters), members: members === this.#raw?.members ? this.#shown.members : inOrder(numbered(members)) };
    this.#raw = view;
  }

  /** Begin anew from a snapshot. */
  begin({ position, snapshot, recent = [] }) {
    this.view = snapshot;
    this.position = position;
    this.entries = [];
    (snapshot.effects ?? []).forEach((each) => this.#effects.set(each.effect, each));
    recent.forEach((push) => this.#enter(push));
    (snapshot.proposals ?? []).forEach((each) => this.#proposals.set(each.proposal, each));
    (snapshot.requests ?? []).forEach((each) => this.#requests.set(each.request, each));
    snapshot.members.forEach(({ member, name }) => this.#names.set(member, name));
  }

  /** Take one event in its order: "next" is taken; "old" and "gap" change nothing. */
  take(push) {
    const ahead = push.seq - this.position.seq;
    if (ahead !== 1) return ahead < 1 ? "old" : "gap";
    if (push.event.house_rules) this.#rules.set(push.event, this.#raw.house_rules);
    this.view = fold(this.#raw, push.event, this.me);
    this.position = { ...this.position, seq: push.seq, mark: push.mark };
    this.#enter(push);
    return "next";
  }

  /** Put events from before the oldest one here in front. */
  takeEarlier(pushes) {
    const now = this.entries;
    this.entries = [];
    pushes.filter(({ seq }) => seq < (now[0]?.seq ?? Infinity)).forEach((push) => this.#enter(push));
    this.entries.push(...now);
  }

  get oldest() { return this.entries[0]?.seq ?? this.position.seq + 1; }
  get role() { return this.view && this.member(this.me)?.role; }
  get isStoryteller() { return this.role === "storyteller"; }
  member(id) { return this.view.members.find(({ member }) => member === id); }
  character(id) { return this.view.characters.find(({ character }) => character === id); }
  /** An effect as it began, also where it is over; nothing where it began before what is known here. */
  effect(id) { return this.#effects.get(id); }
  request(id) { return this.#requests.get(id); }
  proposal(id) { return this.#proposals.get(id); }
  formerName(event) { return this.#former.get(event); }
  /** The house rules before an event that changed them; nothing where that is not known here. */
  rulesBefore(event) {
    const at = this.entries.findIndex((push) => push.event === event);
    return this.#rules.get(event) ?? this.entries.slice(0, Math.max(0, at)).findLast((push) => push.event.house_rules)?.event.house_rules;
  }
  /** What holds a character now, as far as this viewer may know; the heaviest first. */
  effectsOn(id) {
    return (this.view.effects ?? []).filter(({ character }) => character === id)
      .sort((a, b) => (a.penalty ?? 0) - (b.penalty ?? 0) || a.name.localeCompare(b.name));
  }
  owns(id) {
    const { owners, stand_in } = this.character(id) ?? {};
    return owners?.includes(this.me) || stand_in === this.me;
  }
  nameOf(id) { return (this.member(id) ?? this.character(id))?.name ?? this.#names.get(id) ?? "Somebody"; }

  #enter(push) {
    const { event } = push;
    const { effect, member, character = member, name } = event.card ?? event;
    if (event.type === "member_renamed" && this.#names.get(member) !== name) this.#former.set(event, this.#names.get(member));
    if (event.type === "request_opened") this.#requests.set(event.request.request, event.request);
    if (event.type === "proposal_opened") this.#proposals.set(event.proposal.proposal, event.proposal);
    if (name && character) this.#names.set(character, name);
    if (effect?.name) this.#effects.set(effect.effect, effect);
    this.entries.push(push);
  }
}
