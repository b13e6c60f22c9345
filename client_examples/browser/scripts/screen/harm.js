/** The harm of a contest of several: a row for each blow, which a Storyteller changes or strikes, and one word for all. */
import { actButton } from "../acts.js";
import { field, fill, h, needStyle, offer, own, stepper, tick } from "../dom.js";
import { played } from "../system.js";
import { count, damageWords, plain, timeOf } from "../words.js";
import { beforeAfter } from "./waiting_cards.js";

needStyle("styles/several.css");

/**
 * @param {object} proposal with its rows
 * @param {object} opened the push that opened it, if it is known
 * @param {string} reach who will see it
 */
export function harmCard(session, proposal, opened, reach) {
  const { record } = session;
  const { proposal: id, rows } = proposal;
  const rowOf = (row, place) => {
    const { character, by, margin, weapon = 0, damage } = row;
    const name = record.nameOf(character);
    const amounts = stepper("Amount", `amount-${place}`, damage.amount, 1, 50);
    const kinds = offer(h("select", { name: `kind-${place}` }), ["superficial", "aggravated"].map((each) => [each, plain(each)]), damage.kind);
    const halved = tick("Halved", { name: `halved-${place}`, checked: Boolean(row.halved) });
    const strike = tick(["Strike it", h("span.unseen", " for ", own(name))], { name: `strike-${place}` });
    strike.classList.add("strike");
    const title = h("h4");
    const preview = h("div");
    const amountOf = () => Math.min(50, Math.max(1, Number(amounts.querySelector("input").value) || 1));
    const mayHalve = () => damage.track === "health" && kinds.value === "superficial";
    const isStruck = () => strike.firstChild.checked;
    const isHalved = () => mayHalve() && halved.firstChild.checked;
    function draw() {
      const amount = amountOf();
      fill(title, `${damageWords({ ...damage, amount, kind: kinds.value })} to `, own(name), isHalved() ? `, halved to ${Math.ceil(amount / 2)}` : "");
      item.classList.toggle("struck", isStruck());
      halved.hidden = !mayHalve();
      const track = record.character(character)?.trackers?.[damage.track];
      fill(preview, track?.boxes && beforeAfter(damage.track, track, played.damaged(track, kinds.value, isHalved() ? Math.ceil(amount / 2) : amount)));
    }
    const item = h("li.harm-row", { role: "group", "aria-label": `Harm to ${name}` }, title,
      h("small", "From ", own(record.nameOf(by)), ` · margin ${margin}${weapon ? ` + weapon ${weapon}` : ""}${damage.why ? ` · ${damage.why}` : ""}`), preview,
      h("div.edits", amounts, field("Kind", kinds), halved, strike));
    kinds.addEventListener("change", () => {
      // What turns Superficial is halved as it is for that kind of character.
      halved.firstChild.checked = kinds.value === row.damage.kind ? Boolean(row.halved) : record.character(character)?.kind === "vampire";
    });
    item.addEventListener("input", () => refresh());
    item.addEventListener("change", () => refresh());
    const edit = () => {
      if (isStruck()) return { row: place, strike: true };
      const amount = amountOf();
      const changes = { ...(amount !== damage.amount && { amount }), ...(kinds.value !== damage.kind && { kind: kinds.value }),
        ...(mayHalve() && isHalved() !== Boolean(row.halved) && { halved: isHalved() }) };
      if (changes.kind === "superficial") changes.halved = isHalved();
      return Object.keys(changes).length ? { row: place, ...changes } : null;
    };
    return { item, draw, edit, isStruck };
  };
  const made = rows.map(rowOf);
  const confirm = actButton("Confirm", session, () => {
    const edits = made.map(({ edit }) => edit()).filter(Boolean);
    return { type: "confirm_proposal", proposal: id, ...(edits.length && { edits }) };
  }, `confirm ${id}`, undefined, "main");
  function refresh() {
    made.forEach(({ draw }) => draw());
    const left = made.filter(({ isStruck }) => !isStruck()).length;
    if (!confirm.dataset.busy) confirm.textContent = left ? `Confirm ${count(left, "row")}` : "Confirm that nobody is hurt";
  }
  const card = h("article.proposal.asks", { tabindex: -1, "data-business": id },
    h("header", h("h3", "Harm of the contest"), opened && h("time", timeOf(opened.at))),
    h("p", "Change or strike what you will. All of it happens at once."),
    h("ul.harm-rows", made.map(({ item }) => item)),
    h("div.row", confirm, actButton("Dismiss all", session, () => ({ type: "dismiss_proposal", proposal: id }), `dismiss ${id}`, undefined, "quiet"), h("small", reach)));
  refresh();
  return Object.assign(card, { draw: refresh });
}
