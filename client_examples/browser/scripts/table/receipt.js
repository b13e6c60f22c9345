/** What the cards of rolls have in common: their look, chips, what became of them, what is under Details, and how one is revealed. */
import { actButton } from "../acts.js";
import { fill, h, intoView, offer, own } from "../dom.js";
import { icon } from "../icons.js";
import { consequence, plain, timeOf } from "../words.js";

const OTHERS = { resisted: "success", resisted_critical: "critical", frenzy: "bestial_failure" };

/** Which mark and rail a result has. */
export const look = ({ passed, kept, outcome }) =>
  (outcome ? OTHERS[outcome] ?? outcome : (passed ?? kept) === undefined ? "none" : passed ?? kept ? "success" : "failure");

const LATER = [["", "Now"], ["60", "In a minute"], ["300", "In 5 minutes"], ["900", "In 15 minutes"], ["3600", "In an hour"]];

/** Revealing cannot be taken back, so it is asked once more: how much, and to whom. */
export const revealing = (session, { roll, member, visibility }) => {
  const { view, me } = session.record;
  const others = view.members.filter((each) => each.member !== me && each.role !== "storyteller");
  const to = offer(h("select", { "aria-label": "Reveal to" }), [["", "Everyone"], ...others.map((each) => [each.member, each.name])], visibility === "blind" ? member : "");
  const told = h("p");
  const when = session.record.isStoryteller && offer(h("select", { "aria-label": "When" }), LATER, "");
  const tell = () => { told.textContent = `${to.value ? to.selectedOptions[0].textContent : "Everyone"} will see it${when.value ? ` ${when.selectedOptions[0].textContent.toLowerCase()}` : ""}, and it cannot be hidden again.`; };
  const ask = (part) => ({ ...(when.value ? { type: "schedule_reveal", in_s: Number(when.value) } : { type: "reveal_roll" }), roll, part, ...(to.value && { to: [to.value] }) });
  [to, when].forEach((each) => each && each.addEventListener("change", tell));
  tell();
  const place = h("details.foot.reveal", { ontoggle: intoView }, h("summary", "Reveal…"), told,
    h("div.row", others.length > 1 && to, when, [["Reveal the dice", "whole"], ["Reveal the outcome alone", "outcome"]].map(([words, part]) =>
      actButton(words, session, () => ask(part), `${part} ${roll}`, () => {
        place.open = false;
        to.value = "";
        if (when) when.value = "";
        tell();
      }))));
  return place;
};

export const chip = (words, sign, kind = "") => words && h(`span.chip${kind}`, sign && icon(sign), words);
const SIGNS = { private: "lock", secret: "screen", blind: "blind", whisper: "speech" };

/** The chips of a roll: who sees it, and where its dice come from. */
export function chipsOf(record, { type, visibility = "public", source, receipt, member, character, at_once }) {
  const isReveal = type === "roll_revealed";
  if (isReveal && at_once) return [chip("Pool hidden", "screen"), source === "entered" && chip("Entered dice", "pencil", ".plain")];
  // A private roll is between whoever rolled, whoever plays the character, and the Storytellers.
  const between = [...new Set([member, ...(record.character(character)?.owners ?? [])])].filter((id) => id !== record.me).map((id) => record.nameOf(id));
  const seen = visibility === "private" && record.isStoryteller && between.length ? `${between.join(", ")} and you` : plain(visibility);
  return [isReveal ? chip("Revealed", "eye") : visibility !== "public" && chip(seen, SIGNS[visibility]),
    isReveal && !receipt && chip("Outcome only, unproven", "dots", ".plain"), source === "entered" && chip("Entered dice", "pencil", ".plain")];
}

/** A roll as it was told last to those from whom its pool is hidden; else as it came. */
export const toldLast = (first, later) => (first.type === "roll_revealed" && first.at_once ? later.findLast(({ event }) => event.at_once)?.event ?? first : first);

/** Where a reveal came from, under its outcome. */
export const revealedBy = (record, { member, by, at_once }) => (at_once ? h("p", "Its pool is for ", own(record.nameOf(by)), " and the Storytellers: there are no dice to check.")
  : h("p", member === by ? "Rolled in secret, revealed by " : "Revealed by ", own(record.nameOf(by)), "."));

/** That a roll was shown to others. */
export const reveals = (record, later) => later.filter(({ event }) => event.type === "roll_revealed" && !event.at_once).map(({ event, at }) =>
  h("p.fate", icon("eye"), h("span", `Revealed${event.receipt ? "" : ", the outcome alone"}, at ${timeOf(at)}`, event.by === record.me ? "" : [" by ", own(record.nameOf(event.by))])));

/** That others are told what comes of it, and not its dice. */
export const hidesPool = (first, later) => first.type === "roll_resolved" && later.some(({ event }) => event.at_once) && h("p.fate", icon("screen"), "The others learn the outcome, and no die.");

/** What became of the proposals that a roll or contest opened: lines for its foot. */
export function proposalLines(record, later, isOfMany) {
  const opened = later.filter(({ event }) => event.type === "proposal_opened").map(({ event }) => event.proposal);
  return opened.map((view) => {
    const end = later.findLast(({ event }) => event.type !== "proposal_opened" && event.type.startsWith("proposal_") && event.proposal === view.proposal)?.event;
    // On the card of one character its own name is not said again.
    const title = consequence(record, { ...view, damage: end?.damage ?? view.damage, character: isOfMany && view.character })
      .map((part) => (part.name ? own(part.name) : part));
    if (!end) return h("p.fate", icon("clock"), h("span", title, record.isStoryteller ? ", waits for you" : ", with the Storyteller"));
    if (end.type === "proposal_lapsed") return null;
    if (end.type === "proposal_dismissed") return h("p.fate", icon("close"), h("span", title, ", let go"));
    return h("p.fate", icon("tick"), h("span", title, end.choice ? `: ${plain(end.choice)}` : ", confirmed"));
  });
}

export const SOURCES = {
  unproven: "Rolled by the server. Nothing proves yet that it did not choose: you trust whoever runs it.",
  entered: "Physical dice, typed in by whoever rolled.", book: "Drawn from keys that the server had committed to.",
};

/** What stands under Details; made when it is opened. */
export function detailsOf(parts, seq) {
  const list = h("dl");
  return h("details.details", { ontoggle: ({ target }) => {
    if (target.open && !list.childElementCount) fill(list, parts().filter(Boolean).map(([name, ...words]) => h("div", h("dt", name), h("dd", words))),
      h("div", h("dt", "Replay"), h("dd", h("a", { href: `#at=${seq}` }, "See this moment"))));
    intoView({ target });
  } }, h("summary", h("span.unseen", "Details"), icon("down")), list);
}
