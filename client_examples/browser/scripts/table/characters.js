/** The characters, with the trackers that this viewer may see, and the form for a new one. */
import { actButton, actForm } from "../acts.js";
import { field, fill, h, offer, own, read, stepper, text, tick } from "../dom.js";
import { markRow } from "../marks.js";
import { plain, valueWords } from "../words.js";

const KINDS = ["vampire", "thin_blood", "ghoul", "mortal"];
const SHOWN = ["hunger", "health", "willpower", "humanity"];

function card(session, { character, name, kind, clan, owners = [], hidden, trackers = {} }) {
  const { record } = session;
  const players = owners.map((owner) => (owner === record.me ? "you" : record.nameOf(owner)));
  const { stains } = trackers;
  return h("article.card.asks", h("h3", own(name)), hidden && h("span.chip", "Hidden"),
    h("p.hint", own([plain(kind), clan, ...players].filter(Boolean).join(" · "))),
    SHOWN.filter((each) => each in trackers).map((each) => h(`div.tracker.${each}`, h("span", plain(each), " ",
      h("small", valueWords(trackers[each]), each === "humanity" && stains ? `, ${stains} Stains` : "")),
    markRow(each, trackers[each], stains))),
    kind === "vampire" && (record.isStoryteller || record.owns(character)) && h("div.row",
      actButton("Rouse check", session, () => ({ type: "rouse", character }), `rouse ${character}`)));
}

export function characters(session) {
  const { record } = session;
  const place = h("div.strip", { tabindex: 0, role: "group", "aria-label": "Characters" });
  const element = h("section.cards", h("h2", "The coterie"), place);
  const update = () => {
    const mine = ({ character }) => Number(Boolean(record.owns(character)));
    const all = [...record.view.characters].sort((a, b) => mine(b) - mine(a));
    fill(place, all.map((each) => card(session, each)), !all.length && h("p.hint", "No characters yet."));
  };
  return { element, update };
}

const DOTS = { stamina: 2, composure: 2, resolve: 2, humanity: 7, blood_potency: 1, hunger: 1 };
const ONLY_FOR = { blood_potency: ["vampire"], hunger: ["vampire", "thin_blood"] };

export function newCharacter(session) {
  const { record } = session;
  const kinds = offer(h("select", { name: "kind" }), KINDS.map((kind) => [kind, plain(kind)]), KINDS[0]);
  const has = (name) => ONLY_FOR[name]?.includes(kinds.value) ?? true;
  const dots = Object.entries(DOTS).map(([name, value]) => [name, stepper(plain(name), name, value, 0, name === "hunger" ? 5 : 10)]);
  const owner = h("select", { name: "owner" });
  const forStoryteller = h("div", field("Played by", owner), tick("Hidden behind the screen", { name: "hidden" }));
  const draw = () => dots.forEach(([name, control]) => { control.hidden = !has(name); });
  const form = actForm("Create the character", session, () => {
    const { name, kind, clan, owner: player, hidden, ...said } = read(form);
    return {
      type: "create_character", name, kind, clan, owners: player ? [player] : [], hidden: Boolean(hidden),
      ...Object.fromEntries(dots.map(([each]) => [each, has(each) ? Number(said[each]) : 0])),
    };
  }, () => {
    form.reset();
    draw();
    element.open = false;
  }, field("Name", text("name", { required: true })), field("Kind", kinds), field("Clan", text("clan")),
  h("div.fields", dots.map(([, control]) => control)), forStoryteller);
  kinds.addEventListener("change", draw);
  const element = h("details", h("summary", "Create a character"), form);
  const update = () => {
    element.hidden = record.role === "spectator";
    forStoryteller.hidden = !record.isStoryteller;
    const players = record.view.members.filter(({ role }) => role === "player");
    offer(owner, [["", "The Storyteller"], ...players.map(({ member, name }) => [member, name])]);
  };
  return { element, update };
}
