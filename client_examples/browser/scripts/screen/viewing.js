/**
 * View as: the server answers as it would answer that member, and the answer is shown as that member's page
 * shows it. It comes through the same exit, nothing is filtered here, and nothing can be done from it.
 */
import { fill, h, own, button } from "../dom.js";
import { icon } from "../icons.js";
import { Record } from "../record.js";
import { logPart } from "../table/log.js";
import { plain, proposalTitle } from "../words.js";

const PAGE = 50;
const SETTLE_MS = 250;

/** What asks or acts goes: this is for looking alone. */
const ACTS = "[data-act], form, .reveal, .faces, .die input, .build, .replay";
function disarm(place) {
  place.querySelectorAll(ACTS).forEach((each) => each.remove());
}

/** @param {object} looks how the system shows a character */
export function viewing(session, looks, onback) {
  const place = h("div.viewed-parts");
  const name = h("strong");
  const element = h("main.viewed", { tabindex: -1, hidden: true, "aria-label": "View as" },
    h("p.viewed-head", icon("eye"), h("span", "You look with the eyes of ", name, ". Nothing can be done here."), button("Back to yourself", onback, "bordered")), place);
  let eyes = null;
  let timer;

  const about = (member, request) => session.ask({ ...request, as: member });

  /** Ask for the room and the newest page, and begin from them. */
  async function begin(member) {
    const [room, page] = await Promise.all([about(member, { type: "snapshot" }), about(member, { type: "history", limit: PAGE })]);
    if (eyes?.member !== member) return;
    if (!room.result || !page.result) {
      fill(place, h("p.refusal", room.message ?? page.message ?? "There is no such view for you."));
      return;
    }
    const record = Object.assign(new Record(), { me: member, room: session.record.room, present: session.record.present });
    // The page may be ahead of the room or behind it: what is not there yet comes with the next look.
    record.begin({ ...room.result, recent: page.result.events });
    const view = { record, state: { name: "live" }, asked: [],
      async fetchEarlier() {
        const { result } = await about(member, { type: "history", before: record.oldest, limit: PAGE });
        if (result) record.takeEarlier(result.events);
      } };
    const log = logPart(view);
    const open = h("div");
    const cards = h("div");
    eyes = { member, record, log, open, cards, generation: room.result.position.generation };
    log.element.setAttribute("role", "region");
    fill(place, h("section", { tabindex: 0, "aria-label": "Open business" }, h("h2", "Open business"), open, h("h2", "Characters"), cards),
      // A form of its own keeps its radio buttons apart from those of the log behind it.
      h("form.viewed-log", { onsubmit: (event) => event.preventDefault() }, log.element));
    new MutationObserver(() => disarm(log.element)).observe(log.element, { childList: true, subtree: true });
    log.update({ fresh: [], isNew: true });
    disarm(log.element);
    draw();
  }

  function draw() {
    const { record, open, cards } = eyes;
    const { proposals, contests, characters } = record.view;
    fill(open, proposals.map((each) => h("p.fate", icon("clock"), h("span", proposalTitle(each), each.character && [", ", own(record.nameOf(each.character))], " · with the Storyteller"))),
      contests.map(({ character, against, conflict }) => h("p.fate", icon("clock"), h("span", plain(conflict), " contest: ", own(record.nameOf(character)), " against ", own(record.nameOf(against))))),
      !proposals.length && !contests.length && h("p.hint", "Nothing waits."));
    fill(cards, characters.map((each) => h("article.npc", h("h3", own(each.name)), looks.overview(record, each))), !characters.length && h("p.hint", "No characters yet."));
  }

  /** Look again: the room as it is for that member now, and what came since. */
  async function again() {
    const { member, record, log } = eyes;
    const [room, page] = await Promise.all([about(member, { type: "snapshot" }), about(member, { type: "history", after: record.entries.at(-1)?.seq ?? 0, limit: 200 })]);
    if (eyes?.record !== record) return;
    if (!room.result || !page.result || room.result.position.generation !== eyes.generation) {
      begin(member);
      return;
    }
    const known = record.entries.at(-1)?.seq ?? 0;
    const fresh = page.result.events.filter(({ seq }) => seq > known);
    for (const push of fresh) {
      record.position = { ...record.position, seq: push.seq - 1 };
      record.take(push);
    }
    Object.assign(record, { view: room.result.snapshot, position: room.result.position });
    log.update({ fresh });
    // Rolls that settled are drawn as they stand now.
    log.redrawAll?.();
    disarm(log.element);
    draw();
  }

  function show(member) {
    clearTimeout(timer);
    eyes = member ? { member } : null;
    element.hidden = !member;
    fill(place, member && h("p.hint", "Looking…"));
    if (!member) return;
    fill(name, own(session.record.nameOf(member)));
    element.focus();
    begin(member);
  }

  function update() {
    if (!eyes) return;
    if (!session.record.member(eyes.member)) {
      onback();
      return;
    }
    clearTimeout(timer);
    if (eyes.record) timer = setTimeout(() => eyes?.record && again(), SETTLE_MS);
  }
  return { element, update, show };
}
