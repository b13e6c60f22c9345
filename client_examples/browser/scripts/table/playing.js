/** Who plays a character: a stand-in until the session ends, or another player for good. */
import { actButton, actForm } from "../acts.js";
import { field, h, offer, own, read } from "../dom.js";

/** Others who could play it, as [member, name]. */
const others = ({ view }, { owners = [], stand_in }) => view.members
  .filter(({ member, role }) => role === "player" && !owners.includes(member) && member !== stand_in).map(({ member, name }) => [member, name]);

/** A choice and its button side by side, on one line, at their feet. */
function inRow(form) {
  form.classList.add("row", "apart");
  return form;
}

/** The stand-in, and the ways to set one and to end it. */
export function standIn(session, id) {
  const { record } = session;
  const known = record.character(id);
  const { owners = [], stand_in } = known;
  const isOwner = owners.includes(record.me);
  const ending = stand_in && h("div.row.asks", h("p", stand_in === record.me ? "You play this character until the session ends." : [own(record.nameOf(stand_in), "strong"), " plays this character until the session ends."]),
    actButton(stand_in === record.me ? "Give it back" : "Take it back", session, () => ({ type: "end_stand_in", character: id }), `end stand-in ${id}`));
  const those = others(record, known);
  const form = (isOwner || record.isStoryteller) && those.length > 0 && inRow(actForm(stand_in ? "Let them play instead" : "Let them play", session,
    () => ({ type: "set_stand_in", character: id, member: read(form).member }), undefined,
    field("Stand-in", offer(h("select", { name: "member" }), those))));
  return [ending, form, (form || ending) && h("p.hint", "A stand-in rolls and marks as its player does, and sees of it what its player sees from then on, until the session ends.")].filter(Boolean);
}

/** An owner's way to hand a character on for good, which the other player has to accept. */
export function handOn(session, id) {
  const { record } = session;
  const known = record.character(id);
  const open = record.view.proposals.find(({ kind, character }) => kind === "handing_on" && character === id);
  if (!known.owners?.includes(record.me)) return [];
  if (open) return [h("div.row.asks", h("p", "Offered to ", own(record.nameOf(open.member), "strong"), ", who has to accept."), actButton("Take the offer back", session, () => ({ type: "dismiss_proposal", proposal: open.proposal }), `offer ${id}`))];
  const those = others(record, { ...known, stand_in: undefined });
  if (!those.length) return [];
  const form = inRow(actForm("Offer it for good", session, () => ({ type: "offer_character", character: id, member: read(form).member }), undefined,
    field("Hand on to", offer(h("select", { name: "member" }), those))));
  return [form, h("p.hint", "Once they accept, the character is theirs and no longer yours. What was private before stays with you.")];
}
