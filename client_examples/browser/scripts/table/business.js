/** Open business: what waits for a Storyteller; for players one line each. */
import { actButton } from "../acts.js";
import { fill, h, own, pills, stepper } from "../dom.js";
import { plain, proposalTitle } from "../words.js";

function proposalCard(session, proposal) {
  const { proposal: id, character, options = [], damage } = proposal;
  const chosen = (what) => card.querySelector(what)?.value;
  const confirm = () => ({ type: "confirm_proposal", proposal: id, choice: chosen(":checked"),
    amount: damage && Number(chosen("[name=amount]")) });
  const card = h("article.proposal.asks", h("h3", proposalTitle(proposal)), character && h("p", own(session.record.nameOf(character))),
    h("div.row", pills(id, options, plain)), damage && stepper("Amount", "amount", damage.amount, 1, 50),
    h("div.row", actButton("Confirm", session, confirm), actButton("Dismiss", session, () => ({ type: "dismiss_proposal", proposal: id }))));
  return card;
}

export function business(session) {
  const { record } = session;
  const place = h("div");
  const element = h("section.business.sheet", { tabindex: -1 }, h("h2", "Open business"), place);
  let shown;
  const update = () => {
    const { proposals, contests, members } = record.view;
    // Drawn anew only when it changed, so that a choice half made is not lost.
    const now = JSON.stringify([proposals, contests, members]);
    if (now === shown) return;
    shown = now;
    const name = (id) => own(record.nameOf(id), "strong");
    fill(place, proposals.map((each) => (record.isStoryteller ? proposalCard(session, each)
      : h("p", proposalTitle(each), each.character && [", ", name(each.character)]))),
    contests.map(({ character, against }) => h("p", name(character), " against ", name(against), " waits for the other side")),
    !proposals.length && !contests.length && h("p.hint", "Nothing waits for you."));
  };
  return { element, update };
}
