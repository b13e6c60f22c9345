/** Who is at the table, and the ways in: invites for others, one more device for oneself. */
import { actButton, actForm } from "../acts.js";
import { randomSecret } from "../bytes.js";
import { button, field, fill, h, offer, own, read, stepper } from "../dom.js";
import { makeLink } from "../links.js";
import { plain } from "../words.js";

const ROLES = ["player", "spectator", "storyteller"];

export function people(session) {
  const { record, server } = session;
  const roster = h("ul.roster");
  const made = h("div");
  let secret;
  /** A new secret; the link of the one before goes, lest it be handed on once more. */
  const fresh = () => {
    fill(made);
    secret = randomSecret(16);
    return secret;
  };

  /** Hand a link over. Without the clipboard's interface it is selected, to be copied by hand. */
  function handOver(kind, about) {
    const link = h("input", { readonly: true, value: makeLink(kind, secret, server), "aria-label": "Link" });
    const told = h("p.hint", { role: "status" }, about);
    const copy = async () => {
      link.select();
      const isCopied = navigator.clipboard
        ? await navigator.clipboard.writeText(link.value).then(() => true, () => false) : document.execCommand("copy");
      told.textContent = isCopied ? "Copied." : "The link is selected: copy it by hand.";
    };
    fill(made, h("div.row", link, button("Copy the link", copy)), told);
    link.focus();
  }

  const invite = actForm("Make an invite link", session, () => {
    const { role, uses } = read(invite);
    return { type: "create_invite", role, secret: fresh(), uses: role === "storyteller" ? 1 : Number(uses) };
  }, () => handOver("invite", "Whoever has it can come in."),
  field("They come as", offer(h("select", { name: "role" }), ROLES.map((role) => [role, plain(role)]))),
  stepper("Seats", "uses", 1, 1, 100));
  const device = actButton("Add another device", session, () => ({ type: "create_device_link", secret: fresh() }), "device",
    () => handOver("device", "It serves once, within ten minutes, and is as good as your seat: show it to nobody."));
  const element = h("section.people.asks", h("h2", "At the table"), roster, invite, device, made);
  const update = () => {
    invite.hidden = !record.isStoryteller;
    fill(roster, record.view.members.map(({ member, name, role }) => {
      const presence = record.present.has(member) ? "here" : "away";
      return h(`li.${presence}`, own(name, "strong"), ` ${role}${member === record.me ? ", you" : ""}, ${presence}`);
    }));
  };
  return { element, update };
}
