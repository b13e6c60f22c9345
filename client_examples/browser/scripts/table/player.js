/** A player's side of the table: coterie, own sheet, dice pool and open business, in their places at every width. */
import { ask, dialog, wanted } from "../dialog.js";
import { button, fill, h, own } from "../dom.js";
import { icon } from "../icons.js";
import { played } from "../system.js";
import { business } from "./business.js";
import { cards } from "./cards.js";
import { sheet } from "./sheet.js";

const WIDE = matchMedia("(min-width: 1200px)");
const NARROW = matchMedia("(max-width: 899px)");

/**
 * @param {object} seat
 * @param {{page: Element, log: object, people: Element, fetchPeople: () => void, menuPlace: Element, create: () => void, pool: (...of) => object}} shared
 *   the page, the log, who is at the table, a place in the menu, the way to a new character, and what makes the dice pool
 */
export function player(session, seat, { page, log, people, fetchPeople, menuPlace, create, pool }) {
  const { record } = session;
  const filterPlace = log.filters.parentNode;
  const dice = pool(session, seat, () => poolSheet.close());
  const roster = cards(session, showCharacter);
  const mySheet = sheet(session, { create, contest: build, chosen: mine });
  const open = business(session, { answer: (contest, side) => session.answer(contest, side), look: showRoll });
  const watching = h("p.hint.watching");
  const newcomer = button([icon("plus"), "Create a character"], create, "quiet create");
  /** On phones, where the sheet is not in sight: what a player without a character needs first. */
  const first = button("Create a character", create, "main first-step");
  const side = h("aside.side", { "aria-label": "Coterie and open business" });
  const main = h("main.middle");
  const poolSheet = dialog("Roll", [], { className: "bottom pool-sheet" });
  const sheetSheet = dialog("Sheet", [], { className: "bottom" });
  const coterieSheet = dialog("Coterie", [], { className: "bottom" });
  const peopleDialog = dialog("At the table", [], { className: "people-dialog" });
  const sheets = [poolSheet, sheetSheet, coterieSheet, peopleDialog];
  const rollWords = h("small");
  const waits = h("b.waits");
  const tab = (sign, words, does, ...more) => h("button", { type: "button", ...more[0], onclick: does }, icon(sign), h("span", words), more[1]);
  const rollTab = h("button.roll-tab", { type: "button", "aria-haspopup": "dialog", onclick: focusPool }, h("strong", "Roll"), rollWords);
  const bar = h("nav.bar", { "aria-label": "Parts of the table" }, tab("lines", "Table", () => log.toEnd(), { "aria-current": "true" }),
    tab("person", "Sheet", () => sheetSheet.reveal(), { "aria-haspopup": "dialog" }),
    tab("people", "Coterie", () => showPeople(coterieSheet), { "aria-haspopup": "dialog" }, waits), rollTab);

  function mine() {
    const chosen = dice.character();
    return record.owns(chosen) ? chosen : record.view.characters.find(({ character }) => record.owns(character))?.character;
  }
  function showCharacter(id) {
    if (NARROW.matches && id === mine()) {
      sheetSheet.reveal();
      return;
    }
    const character = record.character(id);
    wanted(() => played.dialogs.sheet(), ({ overview }) => ask(own(character.name), [overview(record, character)], { className: "editor" }));
  }
  function showPeople(box) {
    fetchPeople();
    box.reveal();
  }
  function showRoll(roll) {
    coterieSheet.close();
    log.show(roll);
  }
  function focusPool() {
    if (dice.element.hidden) return;
    if (NARROW.matches) {
      fill(poolSheet.name, dice.title() || (mine() ? ["Roll for ", own(record.nameOf(mine()))] : "Roll"));
      poolSheet.reveal();
    } else dice.focus();
  }
  function focusBusiness() {
    if (NARROW.matches) showPeople(coterieSheet);
    open.element.focus();
  }
  function build(mode) {
    [sheetSheet, coterieSheet].forEach((each) => each.close());
    dice.begin(mode);
    focusPool();
  }

  /** Put the parts where this width has them; on narrow pages they are sheets. */
  function place() {
    const size = NARROW.matches ? "narrow" : WIDE.matches ? "wide" : "middle";
    if (page.dataset.size === size && side.isConnected) return;
    const focused = document.activeElement;
    sheets.forEach((each) => each.close());
    page.dataset.size = size;
    roster.part(size === "wide");
    side.replaceChildren(roster.element, ...(size === "wide" ? [newcomer, open.element, roster.also, watching] : size === "narrow" ? [first] : []));
    main.replaceChildren(...(size === "narrow" ? [] : size === "wide" ? [mySheet.element, dice.element] : [open.element, mySheet.element, dice.element]));
    poolSheet.body.replaceChildren(...(size === "narrow" ? [dice.element] : []));
    sheetSheet.body.replaceChildren(...(size === "narrow" ? [mySheet.element] : []));
    coterieSheet.body.replaceChildren(...(size === "narrow" ? [open.element, h("h2", "Characters"), roster.list, newcomer, h("h2", "At the table"), people] : []));
    peopleDialog.body.replaceChildren(...(size === "narrow" ? [] : [people]));
    (size === "narrow" ? menuPlace : filterPlace).append(log.filters);
    // On phones the log is what the page is about.
    log.move(() => {
      bar.after(...sheets);
      bar.before(side, main, ...(size === "narrow" ? [] : [log.element]));
      if (size === "narrow") main.append(log.element);
    });
    log.element[size === "narrow" ? "setAttribute" : "removeAttribute"]("role", "region");
    if (focused?.isConnected && focused !== document.activeElement && focused.offsetParent) focused.focus();
  }
  [WIDE, NARROW].forEach((query) => query.addEventListener("change", place));
  session.answer = (contest, side) => build({ answer: contest, side });
  session.roll = build;
  log.element.after(bar);
  place();

  function drawBar() {
    const { label, brief } = dice.brief();
    rollTab.hidden = dice.element.hidden;
    fill(rollWords, h("span.long", own(label || "Build a pool"), brief && ` ${brief.match(/\d+$/)}`), h("span.brief", own(brief || "Build a pool")));
    const n = open.waits();
    waits.hidden = !n;
    fill(waits, n, h("span.unseen", n === 1 ? " thing waits for you" : " things wait for you"));
  }
  ["input", "click"].forEach((name) => dice.element.addEventListener(name, drawBar));
  dice.element.addEventListener("change", () => mySheet.update());

  return {
    focusPool, focusBusiness,
    showPeople: () => showPeople(NARROW.matches ? coterieSheet : peopleDialog),
    roll: () => (NARROW.matches && !poolSheet.open ? focusPool() : dice.roll()),
    update(news) {
      [dice, roster, mySheet, open].forEach((part) => part.update(news));
      // A sheet on which one rolled would cover what came of it.
      if (news.fresh.some(({ event }) => (event.receipt || event.type === "blind_roll_made") && event.member === record.me)) {
        [sheetSheet, coterieSheet].forEach((each) => each.open && each.close());
      }
      drawBar();
      newcomer.hidden = record.role === "spectator";
      first.hidden = newcomer.hidden || Boolean(mine());
      const eyes = record.view.members.filter(({ role, member }) => role === "spectator" && record.present.has(member)).map(({ name }) => own(name));
      fill(watching, eyes.length > 0 && [eyes.flatMap((name, i) => (i ? [", ", name] : [name])), eyes.length > 1 ? " are watching" : " is watching"]);
    },
    leave() {
      dice.leave();
      session.answer = session.roll = null;
      [WIDE, NARROW].forEach((query) => query.removeEventListener("change", place));
      bar.before(log.element);
      log.element.removeAttribute("role");
      [side, main, bar, ...sheets].forEach((part) => part.remove());
      filterPlace.append(log.filters);
      delete page.dataset.size;
    },
  };
}
