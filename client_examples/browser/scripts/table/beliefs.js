/** What a character believes, whom it is tied to, and what it has learnt: a dialog that is fetched when it is wanted. */
import { actButton, actForm } from "../acts.js";
import { ask } from "../dialog.js";
import { field, fill, h, needStyle, offer, own, read, segments, stepper, text } from "../dom.js";
import { icon } from "../icons.js";
import { game } from "../system.js";
import { count, plain } from "../words.js";
import { bondEditor, bondRow, boonEditor, boonRow } from "./ties.js";

const MOST_CONVICTIONS = 3;
const MOST_TOUCHSTONES = 10;
const STATES = ["alive", "harmed", "lost"];
const MOST_POINTS = 999;

/** Draws what is kept of a character again whenever it changes; a form that is being written in stays. */
export function following(session, seen, draw, box) {
  let drawn;
  const update = () => {
    const now = JSON.stringify(seen());
    if (now === drawn) return;
    drawn = now;
    draw();
  };
  session.addEventListener("change", update);
  box.addEventListener("close", () => session.removeEventListener("change", update));
  update();
}

// --- Convictions and Touchstones -------------------------------------------------------------------

const noted = ({ name, conviction, state = "alive" }) => h("li", own(name, "strong"), h(`span.chip.${state === "alive" ? "plain" : "wait"}`, plain(state)),
  conviction && h("span.hint", "for “", own(conviction), "”"));

function shownBeliefs(character, { convictions = [], touchstones = [], audience = "owner" }) {
  return [h("h4", "Convictions"), h("ul.kept", convictions.map((each) => h("li", own(each))), !convictions.length && h("li.hint", "None is noted yet.")),
    h("h4", "Touchstones"), h("ul.kept", touchstones.map(noted), !touchstones.length && h("li.hint", "None is noted yet.")),
    !character.hidden && h("p.hint", audience === "table" ? "Everyone at the table sees these." : "Only whoever plays this character and the Storytellers see these.")];
}

/** A Touchstone to be written: its name, what became of it, and the Conviction it stands for. */
function touchstoneFields(n, { name = "", conviction = "", state = "alive" }, convictions) {
  const choice = (caption, called, pairs, chosen) => field(caption, offer(h("select", { name: `${called} ${n}` }), pairs, chosen));
  return h("fieldset.touchstone", h("legend.caption", `Touchstone ${n + 1}`), field("Name", text(`name ${n}`, { value: name })),
    choice("Is", "state", STATES.map((each) => [each, plain(each)]), state),
    choice("For the Conviction", "conviction", [["", "None of them"], ...convictions.map((each) => [each, each])], conviction));
}

function beliefsForm(session, id, done) {
  const { record } = session;
  const { convictions = [], touchstones = [], audience = "owner" } = record.character(id).beliefs ?? {};
  const written = Array.from({ length: MOST_CONVICTIONS }, (_, n) => text(`held ${n}`, { value: convictions[n] ?? "" }));
  const held = () => written.map(({ value }) => value.trim()).filter(Boolean);
  const stones = h("div.touchstones", [...touchstones, {}].slice(0, MOST_TOUCHSTONES).map((each, n) => touchstoneFields(n, each, convictions)));
  // What is offered for a Touchstone follows what is written above.
  const offerHeld = () => stones.querySelectorAll("[name^=conviction]").forEach((select) => offer(select, [["", "None of them"], ...held().map((each) => [each, each])]));
  const form = actForm("Save", session, () => {
    const said = read(form);
    const named = Array.from(stones.children, (_, n) => ({ name: said[`name ${n}`].trim(), conviction: said[`conviction ${n}`], state: said[`state ${n}`] }));
    return { type: "set_beliefs", character: id, convictions: held(), touchstones: named.filter(({ name }) => name), audience: said.audience };
  }, done, h("h4", "Convictions, up to three"), written.map((each, n) => field(`Conviction ${n + 1}`, each)), h("h4", "Touchstones"), stones,
  segments("Who sees them, beside you and the Storytellers", "audience", [["owner", "Nobody else"], ["table", "Everyone"]], audience));
  form.addEventListener("input", ({ target }) => target.name.startsWith("held") && offerHeld());
  form.classList.add("stack");
  return form;
}

// --- experience -------------------------------------------------------------------------------------

function experienceParts(session, id) {
  const { record } = session;
  const { unspent, total } = record.character(id).experience ?? { unspent: 0, total: 0 };
  const spend = actForm("Spend", session, () => {
    const { points, on } = read(spend);
    return { type: "spend_experience", character: id, points: Number(points), on: on.trim() };
  }, () => spend.reset(), field("On what", text("on", { required: true, placeholder: "Auspex 2" })), stepper("Points", "points", 1, 1, MOST_POINTS));
  const award = actForm("Award", session, () => {
    const { points, reason } = read(award);
    return { type: "award_experience", awards: [{ character: id, points: Number(points), reason: reason.trim() }] };
  }, () => award.reset(), h("p.hint", "Below zero takes back what was awarded by mistake, and says why."), field("What for", text("reason")), stepper("Points", "points", 1, -MOST_POINTS, MOST_POINTS));
  const back = actForm("Give back", session, () => {
    const { points, on } = read(back);
    return { type: "spend_experience", character: id, points: -Number(points), on: on.trim() };
  }, () => back.reset(), field("Why", text("on", { required: true })), stepper("Points that were spent by mistake", "points", 1, 1, MOST_POINTS));
  [spend, award, back].forEach((form) => form.classList.add("stack"));
  return [h("p.unspent", h("b", String(unspent)), ` unspent of ${total}`),
    unspent > 0 && h("details", h("summary", "Spend…"), spend),
    record.isStoryteller && h("details", h("summary", "Award or take back…"), award),
    record.isStoryteller && total > unspent && h("details", h("summary", "Give back what was spent…"), back)];
}

// --- the dialog -------------------------------------------------------------------------------------

/** Open what is kept of a character beside its dots. */
export function beliefs(session, id) {
  needStyle("styles/sheets.css");
  const { record } = session;
  const { name } = record.character(id);
  const mayEdit = record.isStoryteller || record.character(id).owners?.includes(record.me);
  const believed = h("section.asks");
  const bound = h("section.asks");
  const owed = h("section.asks");
  const learnt = h("section.asks");
  const box = ask([game ? "Ties · " : "Beliefs and ties · ", own(name)], [!game && believed, bound, owed, learnt].filter(Boolean), { className: "editor kept-dialog" });
  let isWriting = false;
  const here = () => record.character(id);
  const gone = () => !here() && (box.close(), true);

  function drawBeliefs() {
    if (gone() || isWriting) return;
    const now = here();
    const stop = () => {
      isWriting = false;
      drawBeliefs();
      believed.querySelector("button")?.focus();
    };
    const change = h("button", { type: "button", "data-key": "change beliefs", onclick: () => {
      isWriting = true;
      fill(believed, h("h3", "What it believes"), beliefsForm(session, id, stop), h("button.quiet", { type: "button", onclick: stop }, "Leave it as it was"));
      believed.querySelector("input").focus();
    } }, "Change…");
    fill(believed, h("h3", "What it believes"), now.beliefs || mayEdit ? shownBeliefs(now, now.beliefs ?? {}) : h("p.hint", "Nothing of this is for you to see."), mayEdit && h("div.row", change));
  }
  const own_ = (key) => ({ debtor, creditor, character }) => (key === "boon" ? [debtor, creditor].includes(id) : character === id);
  function drawTies() {
    if (gone()) return;
    const bonds = (record.view.bonds ?? []).filter(own_("bond"));
    fill(bound, h("h3", "Blood bonds"), h("ul.kept", bonds.map((each) => bondRow(session, each)), !bonds.length && h("li.hint", "No bond is noted.")),
      record.isStoryteller && h("div.row", h("button", { type: "button", "data-key": "new bond", onclick: () => bondEditor(session, id) }, "Note a bond…")));
    const boons = (record.view.boons ?? []).filter(own_("boon"));
    fill(owed, h("h3", "Boons"), h("ul.kept", boons.map((each) => boonRow(session, each)), !boons.length && h("li.hint", "Nothing is owed, as far as you know.")),
      record.isStoryteller && h("div.row", h("button", { type: "button", "data-key": "new boon", onclick: () => boonEditor(session, { debtor: id }) }, "Note a boon…")));
  }
  function drawExperience() {
    if (gone()) return;
    learnt.hidden = !mayEdit && !here().experience;
    const opened = Array.from(learnt.querySelectorAll("details[open] > summary"), (summary) => summary.textContent);
    fill(learnt, h("h3", "Experience"), experienceParts(session, id));
    for (const summary of learnt.querySelectorAll("summary")) if (opened.includes(summary.textContent)) summary.parentNode.open = true;
  }
  following(session, () => [here()?.beliefs, here()?.hidden, record.role], drawBeliefs, box);
  following(session, () => [record.view.bonds, record.view.boons, record.view.characters.map((each) => each.name), record.role], drawTies, box);
  following(session, () => [here()?.experience, record.role], drawExperience, box);
  return box;
}

/** The chronicle as a whole: its tenets, and every boon that this viewer knows of. */
export function chronicle(session) {
  needStyle("styles/sheets.css");
  const { record } = session;
  const tenets = h("section.asks");
  const owed = h("section.asks");
  const box = ask("Tenets and boons", [!game && tenets, owed].filter(Boolean), { className: "editor kept-dialog" });
  function drawTenets() {
    const { tenets: all = [] } = record.view;
    const form = actForm("Save the tenets", session, () => ({ type: "set_tenets", tenets: read(form).tenets.split("\n").map((line) => line.trim()).filter(Boolean) }), undefined,
      field("One on each line, up to twelve", h("textarea", { name: "tenets", rows: 5, maxlength: 2_600 }, all.join("\n"))));
    form.classList.add("stack");
    fill(tenets, h("h3", "Tenets of the chronicle"), all.length ? h("ol.kept", all.map((each) => h("li", own(each)))) : h("p.hint", "None is set yet."),
      record.isStoryteller && h("details", h("summary", "Change…"), form));
  }
  function drawBoons() {
    const all = record.view.boons ?? [];
    fill(owed, h("h3", `Boons${all.length ? `, ${count(all.filter(({ state = "owed" }) => state === "owed").length, "of them owed", "of them owed")}` : ""}`),
      h("ul.kept", all.map((each) => boonRow(session, each)), !all.length && h("li.hint", "Nothing is owed, as far as you know.")),
      record.isStoryteller && h("div.row", h("button", { type: "button", "data-key": "new boon", onclick: () => boonEditor(session, {}) }, icon("plus"), "Note a boon…")));
  }
  following(session, () => [record.view.tenets, record.role], drawTenets, box);
  following(session, () => [record.view.boons, record.view.characters.map((each) => each.name), record.role], drawBoons, box);
  return box;
}
