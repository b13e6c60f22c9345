/** Who is at the table, and the ways in: invites for others, one more device for oneself, names and roles. */
import { actButton, actForm } from "../acts.js";
import { randomSecret } from "../bytes.js";
import { wanted } from "../dialog.js";
import { button, field, fill, h, offer, own, read, stepper, text, tick } from "../dom.js";
import { icon } from "../icons.js";
import { count, plain, timeOf } from "../words.js";

const ROLES = ["player", "spectator", "storyteller"];
const roleWords = (role) => (role === "storyteller" ? "Storyteller" : role);
const DAY_MS = 86_400_000;
const until = (at_ms) => (at_ms - Date.now() < DAY_MS ? timeOf(at_ms) : new Date(at_ms).toLocaleDateString("en-GB", { day: "numeric", month: "long" }));

export function people(session) {
  const { record } = session;
  const roster = h("ul.roster");
  const invites = h("ul.open-invites");
  /** What shows a link is fetched with the first one. */
  const links = h("div");
  let made;
  let secret;
  const fresh = () => made?.fresh() ?? randomSecret(16);
  const show = (...of) => wanted(() => import("./handing.js"), ({ handing }) => {
    if (!made) links.append((made = handing(session)).element);
    made.show(...of);
  });

  let asked;
  const invite = actForm("Make an invite link", session, () => {
    const { role, uses } = read(invite);
    asked = role;
    secret = fresh();
    return { type: "create_invite", role, secret, uses: role === "storyteller" ? 1 : Number(uses) };
  }, ({ created }) => show("invite", created, secret, asked),
  field("Invite as", offer(h("select", { name: "role" }), ROLES.map((role) => [role, plain(roleWords(role))]))),
  stepper("Seats", "uses", 1, 1, 100));

  const device = actButton("Continue on another device", session, () => {
    secret = fresh();
    return { type: "create_device_link", secret };
  }, "device", ({ created }) => show("device", created, secret));

  const signing = button("Sign out other devices…", () => wanted(() => import("./renewing.js"), ({ renewing }) => renewing(session)), "quiet");

  const rename = actForm("Change your name", session, () => ({ type: "rename_member", member: record.me, name: read(rename).name.trim() }),
    () => { own_name.open = false; }, field("Your name at the table", text("name", { required: true })));
  const own_name = h("details.own-name", { ontoggle: () => {
    if (own_name.open) rename.elements.name.value = record.raw.members.find(({ member }) => member === record.me).name;
  } }, h("summary", "Your name ", icon("down")), rename);

  /** What a Storyteller can do about a member; asked twice only where nothing brings it back. */
  function care({ member, name, role }) {
    const roles = offer(h("select", { "aria-label": `Role of ${name}` }), ROLES.map((each) => [each, plain(roleWords(each))]), role);
    const set = actButton("Set the role", session, () => ({ type: "set_role", member, role: roles.value }), `role ${member}`);
    const bar = tick("And bar them: none of their devices comes in again, and invites they may know are revoked", {});
    const remove = actButton("Remove for good", session, () => ({ type: "remove_member", member, ...(bar.firstChild.checked && { bar: true }) }), `remove ${member}`);
    const more = h("div.stack", { hidden: true }, h("span", "Every device loses this seat. "), bar, remove);
    const link = actButton("Link to this seat", session, () => {
      secret = fresh();
      return { type: "create_device_link", secret, member };
    }, `link ${member}`, ({ created }) => show("device", created, secret, "seat"));
    return h("details.asks", { "data-member": member }, h("summary", { "data-key": `care ${member}` }, "Role and seat ", icon("down")), h("div",
      h("div.row", roles, set),
      h("p.hint", `Lost the seat on every device? Hand ${name} a link to it; it serves once. They see that you made it.`), link,
      button("Remove from the table…", () => { more.hidden = !more.hidden; }), more));
  }

  const lock = h("div.row.lock");
  const drawLock = () => fill(lock, record.isStoryteller && [h("span", record.view.locked ? "The room is locked: nobody new comes in. " : "Anybody with an invite comes in. "),
    actButton(record.view.locked ? "Open the room" : "Lock the room", session, () => ({ type: "lock_room", locked: !record.view.locked }), "lock")]);

  const element = h("section.people.asks", h("h2", "At the table"), roster, own_name, h("div.row", device, signing), links, h("div.invites", invite, lock, invites));

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
    made?.update();
    invite.parentNode.hidden = !record.isStoryteller;
    const { members, invites: open = [] } = record.view;
    // What is being used stays: it is made anew only where it says something else.
    const now = JSON.stringify([record.view.locked, members, Array.from(record.present), open, record.role]);
    if (now === shown) return;
    shown = now;
    showRoster();
    drawLock();
    const live = open.filter(({ expires_at_ms }) => expires_at_ms > Date.now());
    fill(invites, live.length > 0 && h("li", h("small", "Open invites")), live.map(({ invite: id, role, uses_left, expires_at_ms }) =>
      h("li", h("span", `${plain(roleWords(role))}, ${count(uses_left, "seat")} left, until ${until(expires_at_ms)}`),
        actButton("Revoke", session, () => ({ type: "revoke_invite", invite: id }), `revoke ${id}`))));
  };
  return { element, update };
}
