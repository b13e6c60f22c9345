/** Who is at the table, and the ways in: invites for others, one more device for oneself, names and roles. */
import { actButton, actForm } from "../acts.js";
import { randomSecret } from "../bytes.js";
import { button, field, fill, h, offer, own, read, stepper, text } from "../dom.js";
import { icon } from "../icons.js";
import { copyText, makeLink } from "../links.js";
import { qrPicture } from "../qr.js";
import { count, plain, timeOf } from "../words.js";

const ROLES = ["player", "spectator", "storyteller"];
const roleWords = (role) => (role === "storyteller" ? "Storyteller" : role);
/** A code with more than this many characters is hard to read for a camera. */
const QR_COMFORT = 150;
const DAY_MS = 86_400_000;
const until = (at_ms) => (at_ms - Date.now() < DAY_MS ? timeOf(at_ms) : new Date(at_ms).toLocaleDateString("en-GB", { day: "numeric", month: "long" }));

export function people(session) {
  const { record, server } = session;
  const roster = h("ul.roster");
  const invites = h("ul.open-invites");
  const made = h("div");
  let secret;
  /** A new secret; the link of the one before goes, lest it be handed on once more. */
  const fresh = () => {
    fill(made);
    secret = randomSecret(16);
    return secret;
  };

  /** Hand a link over: to copy, to send, or for a camera, which gets the short form of a long one. */
  function handOver(kind, about, role) {
    const hints = { table: record.view.name, from: record.nameOf(record.me), role };
    const whole = makeLink(kind, secret, server, hints);
    const link = h("input", { readonly: true, value: whole, "aria-label": "Link" });
    const told = h("p.hint", { role: "status" }, about);
    const copy = async () => { told.textContent = await copyText(link) ? "Copied." : "The link is selected: copy it by hand."; };
    const share = () => navigator.share({ url: whole }).catch(() => {});
    fill(made, h("div.handed", h("div.row", link, button("Copy the link", copy), navigator.share && button("Send…", share)), told,
      qrPicture(whole.length > QR_COMFORT ? makeLink(kind, secret, server) : whole, `QR code of the link: hold a phone’s camera at it`),
      button("Done", () => fill(made), "quiet")));
    link.focus();
  }

  const invite = actForm("Make an invite link", session, () => {
    const { role, uses } = read(invite);
    asked = role;
    return { type: "create_invite", role, secret: fresh(), uses: role === "storyteller" ? 1 : Number(uses) };
  }, () => handOver("invite", asked === "storyteller"
    ? "Whoever has it comes in as a Storyteller and sees everything. It serves once, within the hour." : "Whoever has it can come in.", asked),
  field("They come as", offer(h("select", { name: "role" }), ROLES.map((role) => [role, plain(roleWords(role))]))),
  stepper("Seats", "uses", 1, 1, 100));
  let asked;

  const device = actButton("Continue on another device", session, () => ({ type: "create_device_link", secret: fresh() }), "device",
    () => handOver("device", "For yourself alone: it is as good as your seat. It serves once, within ten minutes."));

  const rename = actForm("Change your name", session, () => ({ type: "rename_member", member: record.me, name: read(rename).name.trim() }),
    () => { own_name.open = false; }, field("Your name at the table", text("name", { required: true })));
  const own_name = h("details.own-name", { ontoggle: () => {
    if (own_name.open) rename.elements.name.value = record.nameOf(record.me);
  } }, h("summary", "Your name ", icon("down")), rename);

  /** What a Storyteller can do about a member; asked twice only where nothing brings it back. */
  function care({ member, name, role }) {
    const roles = offer(h("select", { "aria-label": `Role of ${name}` }), ROLES.map((each) => [each, plain(roleWords(each))]), role);
    const set = actButton("Set the role", session, () => ({ type: "set_role", member, role: roles.value }), `role ${member}`);
    const remove = actButton("Remove for good", session, () => ({ type: "remove_member", member }), `remove ${member}`);
    const more = h("div.row", { hidden: true }, h("span", "Every device loses this seat. "), remove);
    return h("details.asks", { "data-member": member }, h("summary", { "data-key": `care ${member}` }, "Role and seat ", icon("down")), h("div",
      h("div.row", roles, set),
      h("p.hint", `Lost the seat on every device? Whoever runs the server makes a link for it with coterie rooms link. Or make an invite, and hand the character over.`),
      button("Remove from the table…", () => { more.hidden = !more.hidden; }), more));
  }

  const element = h("section.people.asks", h("h2", "At the table"), roster, own_name, device, h("div.invites", invite, invites), made);

  function showRoster() {
    const opened = Array.from(roster.querySelectorAll("details[open]"), ({ dataset }) => dataset.member);
    fill(roster, record.view.members.map((each) => {
      const presence = record.present.has(each.member) ? "here" : "away";
      const isMe = each.member === record.me;
      const line = h(`li.${presence}`, own(each.name, "strong"), ` ${roleWords(each.role)}${isMe ? ", you" : ""}, ${presence}`,
        record.isStoryteller && !isMe && each.role !== "bot" && care(each));
      if (opened.includes(each.member)) line.querySelector("details").open = true;
      return line;
    }));
  }

  let shown;
  const update = () => {
    invite.parentNode.hidden = !record.isStoryteller;
    const { members, invites: open = [] } = record.view;
    // What is being used stays: it is made anew only where it says something else.
    const now = JSON.stringify([members, Array.from(record.present), open, record.role]);
    if (now === shown) return;
    shown = now;
    showRoster();
    const live = open.filter(({ expires_at_ms }) => expires_at_ms > Date.now());
    fill(invites, live.length > 0 && h("li", h("small", "Open invites")), live.map(({ invite: id, role, uses_left, expires_at_ms }) =>
      h("li", h("span", `${plain(roleWords(role))}, ${count(uses_left, "seat")} left, until ${until(expires_at_ms)}`),
        actButton("Revoke", session, () => ({ type: "revoke_invite", invite: id }), `revoke ${id}`))));
  };
  return { element, update };
}
