/** Open business behind the screen: what waits for the Storyteller. */
import { wanted } from "../dialog.js";
import { button, fill, h } from "../dom.js";
import { icon } from "../icons.js";

/** How much waits for the Storyteller. */
export const waitingCount = ({ proposals, contests }) => proposals.length + contests.length;

export function waiting(session, answer) {
  const { record } = session;
  const chip = h("span.chip.wait");
  const place = h("div.waiting");
  const askFor = button([icon("bell"), "Ask for a roll…"], () => wanted(() => import("../asking/ask.js"), ({ asking }) => {
    asker ??= asking(session);
    asker.update();
    asker.open();
  }), "quiet ask-for");
  const element = h("section.business", { tabindex: -1, "aria-label": "Open business" }, h("header.head", h("h2", "Open business"), chip, askFor), place);
  let asker, answers;
  /** What was asked for stands below what waits, and is fetched with the first request. */
  function collect() {
    asker?.update();
    if (answers) answers.update?.();
    else if (record.view.requests?.length || record.view.reveals?.length) {
      answers = {};
      import("../asking/answers.js").then((part) => {
        answers = part.answers(session);
        element.append(answers.element);
        answers.update();
      }).catch(() => { answers = null; });
    }
  }
  /** The harm of several, whose rows are fetched with the first of it. */
  function harmOf(proposal) {
    const make = ({ harmCard }) => harmCard(session, proposal, made.findOpening(record, proposal.proposal), made.seenBy(record, proposal));
    if (harmed) return make(harmed);
    const place = h("article.proposal.asks", { tabindex: -1, "data-business": proposal.proposal }, h("h3", "Harm of the contest"));
    import("./harm.js").then((part) => {
      harmed = part;
      cards.delete(JSON.stringify(proposal));
      place.remove();
      update();
    }).catch(() => {});
    return place;
  }
  let harmed, made, isFetching;
  /** What draws the cards comes with the first of them. */
  async function fetchCards() {
    if (isFetching) return;
    isFetching = true;
    try {
      made = await import("./waiting_cards.js");
    } catch (problem) {
      console.warn("What waits could not be shown:", problem);
    }
    isFetching = false;
    if (made) update();
  }
  /** Cards by what they show, so that a choice half made outlives what happens beside it. */
  const cards = new Map();
  function cardsOf(view) {
    const opened = ({ proposal }) => made.findOpening(record, proposal)?.seq ?? 0;
    return [
      ...[...view.proposals].sort((a, b) => opened(a) - opened(b)).map((each) => [each, () => (each.rows ? harmOf(each) : made.proposalCard(session, each))]),
      ...view.contests.map((each) => [each, () => made.contestCard(session, each, answer)]),
      ...view.standing_rolls.filter(({ roll }) => !view.contests.some((each) => each.roll === roll))
        .map((each) => [{ ...each, seq: made.findRoll(record, each.roll)?.receipt?.outcome }, () => made.standingCard(session, each)]),
    ].map(([of, make]) => [JSON.stringify(of), make]);
  }
  function update() {
    const { view } = record;
    const n = waitingCount(view);
    const isIdle = !n && !view.standing_rolls.length;
    if (!made && !isIdle) fetchCards();
    const wanted = made ? cardsOf(view) : [];
    const keys = wanted.map(([key]) => key);
    for (const [key, card] of cards) {
      if (keys.includes(key)) continue;
      const hadFocus = card.contains(document.activeElement);
      card.remove();
      cards.delete(key);
      if (hadFocus) element.focus();
    }
    wanted.forEach(([key, make], i) => {
      if (!cards.has(key)) cards.set(key, make());
      const card = cards.get(key);
      card.draw?.();
      if (place.children[i] !== card) place.insertBefore(card, place.children[i] ?? null);
    });
    place.querySelector(":scope > .hint")?.remove();
    if (isIdle) place.append(h("p.hint", "Nothing waits for you."));
    chip.hidden = !n;
    fill(chip, icon("clock"), `${n} for you`);
    collect();
  }
  return { element, update };
}
