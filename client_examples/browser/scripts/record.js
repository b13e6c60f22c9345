/** What this viewer knows: the room as it stands, the position, and the events of the log. */
import { fold } from "./fold.js";

export class Record {
  room; me; view; position;
  /** Event pushes, oldest first, each once. */
  entries = [];
  present = new Set();
  /** Names by id, also of those who have left. */
  #names = new Map();

  /** Begin anew from a snapshot. */
  begin({ position, snapshot, recent = [] }) {
    this.view = snapshot;
    this.position = position;
    this.entries = [];
    recent.forEach((push) => this.#enter(push));
  }

  /** Take one event in its order: "next" is taken; "old" and "gap" change nothing. */
  take(push) {
    const ahead = push.seq - this.position.seq;
    if (ahead !== 1) return ahead < 1 ? "old" : "gap";
    this.view = fold(this.view, push.event, this.me);
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
  effect(id) { return this.view.effects.find(({ effect }) => effect === id); }
  owns(id) { return this.character(id)?.owners?.includes(this.me); }
  nameOf(id) { return (this.member(id) ?? this.character(id) ?? this.effect(id))?.name ?? this.#names.get(id) ?? "Somebody"; }

  #enter(push) {
    const { effect, member, character = member, name } = push.event.card ?? push.event;
    if (name && character) this.#names.set(character, name);
    if (effect?.name) this.#names.set(effect.effect, effect.name);
    this.entries.push(push);
  }
}
