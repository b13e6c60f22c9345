/** Open business of a player: what waits for an answer of one's own, and what waits for others. */
import { actButton } from "../acts.js";
import { button, fill, h, own } from "../dom.js";
import { icon } from "../icons.js";
import { awaited, named, opponents } from "../sides.js";
import { game } from "../system.js";
import { plain, proposalTitle } from "../words.js";
import { deeds } from "./editors.js";

/** Proposals that read alike are one line with their number. */
function alike(proposals) {
  const found = new Map();
  for (const each of proposals) {
    const key = `${proposalTitle(each)} ${each.character}`;
    found.set(key, [each, (found.get(key)?.[1] ?? 0) + 1]);
  }
  return [...found.values()];
}

const line = (sign, title, about, ...controls) => h("article.open-line.asks", icon(sign),
  h("div", h("strong", title), about && h("p.hint", about), controls.length > 0 && h("div.row", controls)));

/** What is offered to this player, or by them. */
const offerActs = (session, { kind, proposal, member, by }) => (kind !== "handing_on" ? [] : [
  member === session.record.me && actButton("Accept", session, () => ({ type: "confirm_proposal", proposal }), `accept ${proposal}`, undefined, "bordered"),
  [member, by].includes(session.record.me) && actButton(by === session.record.me ? "Take it back" : "Decline", session, () => ({ type: "dismiss_proposal", proposal }), `decline ${proposal}`, undefined, "quiet")].filter(Boolean));
const offered = (record, { kind, member, by }) => (kind !== "handing_on" ? "with the Storyteller"
  : member === record.me ? [own(record.nameOf(by)), " offers it to you, for good"] : ["offered to ", own(record.nameOf(member))]);

/**
 * @param {(contest: object) => void} answer opens the pool to answer a contest
 * @param {(roll: string) => void} look shows a roll that may still be rerolled
 */
export function business(session, { answer, look }) {
  const { record } = session;
  const place = h("div.open-lines");
  const element = h("section.business", { tabindex: -1, "aria-label": "Open business" }, h("h2", "Open business"), place);
  const name = (id) => own(record.nameOf(id));
  let shown, askedLine;

  /** What one is asked to roll, fetched with the first request. */
  function askedLines() {
    const open = (record.view.requests ?? []).filter(({ answer: how }) => !how).sort((a, b) => record.owns(b.character) - record.owns(a.character));
    if (!open.length) return [];
    if (askedLine) return open.map((each) => askedLine(session, each));
    import("../asking/asked.js").then((part) => {
      ({ askedLine } = part);
      shown = null;
      update();
    }).catch(() => {});
    return open.map(() => line("bell", "A roll is asked for", ""));
  }

  function contestLine(contest) {
    const { contest: id, character, conflict, by } = contest;
    const waits = awaited(contest);
    const mineToAnswer = waits.filter((each) => record.owns(each));
    const title = game ? contest.is_attack ? "An attack" : "A contest" : `${plain(conflict)} contest`;
    if (mineToAnswer.length) {
      return line("bell", title, [name(character), " challenges ", named(opponents(contest).map(name))], ...mineToAnswer.flatMap((each) => [
        h("button", { type: "button", class: "bordered", "data-key": `answer ${id} ${each}`, onclick: () => answer(contest, each) }, mineToAnswer.length > 1 ? ["Answer for ", name(each)] : "Answer it"),
        !game && actButton("No reaction", session, () => ({ type: "forgo_reaction", contest: id, character: each }), `forgo ${id} ${each}`, undefined, "quiet")]));
    }
    const mine = by === record.me || record.owns(character);
    return line("clock", title, [name(character), " · waits for ", named(waits.map(name))], ...(mine && !contest.reactions?.length ? [actButton("Withdraw", session, () => ({ type: "withdraw_contest", contest: id }), `withdraw ${id}`, undefined, "quiet")] : []));
  }
  /** One's own roll that stands: only where the log no longer shows its foot at once. */
  function standingLine({ roll, character }) {
    const rolled = record.entries.findLast(({ event }) => event.roll === roll && event.receipt)?.event;
    return line("again", "A roll may be rerolled", [name(character), rolled?.label && [" · ", own(rolled.label)]],
      button("Show it", () => look(roll), "bordered"));
  }

  /** The turn that runs: who acts when, as far as that was said; one's own may still say it. */
  function turnLine({ clocks, order = [], effects }) {
    const turn = clocks.find(({ clock }) => clock === "turn");
    if (!turn) return null;
    const groups = game ? effects.filter(({ initiative }) => initiative).sort((a, b) => b.initiative.total - a.initiative.total).map((each) => [each]) : order;
    const lacks = !game && record.view.characters.find(({ character }) => record.owns(character) && !order.flat().some((each) => each.character === character));
    return line("clock", `Turn ${turn.number}`, groups.length ? groups.flatMap((group, n) => [n ? ", then " : "", group.map(({ character }, i) => [i ? " and " : "", name(character)])]).flat(2) : "Nobody has said who acts when.",
      ...(lacks ? [h("button", { type: "button", class: "bordered", "data-key": "place in the turn", onclick: () => deeds("declare", session, lacks.character) }, "Place in the turn…")] : []));
  }

  const update = () => {
    const { proposals, contests, members, standing_rolls, characters, requests = [] } = record.view;
    // Drawn anew only when it changed, so that the focus stays.
    const { clocks, order, effects } = record.view;
    const now = JSON.stringify([requests, clocks, order, effects, proposals, contests, members, standing_rolls, characters.map(({ character, name: called, owners }) => [character, called, owners])]);
    if (now === shown) return;
    shown = now;
    const mine = (contest) => (awaited(contest).some((id) => record.owns(id)) ? 0 : 1);
    const standing = standing_rolls.filter(({ member, character }) => member === record.me || record.owns(character));
    const turn = turnLine(record.view);
    const asked = askedLines();
    fill(place, turn, asked, [...contests].sort((a, b) => mine(a) - mine(b)).map(contestLine), standing.map(standingLine),
      alike(proposals).map(([each, n]) => line("clock", n > 1 ? `${proposalTitle(each)}, ${n} times` : proposalTitle(each), [each.character && [name(each.character), " · "], offered(record, each)], ...offerActs(session, each), ...(game?.proposalActs(session, each) ?? []))),
      !turn && !asked.length && !proposals.length && !contests.length && !standing.length && h("p.hint", "Nothing waits for you."));
    element.classList.toggle("is-empty", !turn && !asked.length && !proposals.length && !contests.length && !standing.length);
  };
  /** How many things wait for this reader. */
  const waits = () => record.view.contests.filter((contest) => awaited(contest).some((id) => record.owns(id))).length
    + (record.view.requests ?? []).filter(({ answer: how, character }) => !how && record.owns(character)).length
    + record.view.proposals.filter(({ kind, member }) => kind === "handing_on" && member === record.me).length;
  return { element, update, waits };
}
