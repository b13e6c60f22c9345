/** The evening's frame: session, night and scene; its beginning with what was, its end with what is due. */
import { actButton, actForm, refuse, rolling } from "../acts.js";
import { dialog } from "../dialog.js";
import { button, field, fill, h, needStyle, own, read, text } from "../dom.js";
import { icon } from "../icons.js";
import { outcomeMark } from "../marks.js";
import { game } from "../system.js";
import { look } from "../table/receipt.js";
import { waking as wakingV20 } from "../v20/waking.js";
import { chronicle } from "../table/editors.js";
import { count, plain, rollerOf, tell, valueWords, verdict } from "../words.js";
import { awarding } from "./awarding.js";
import { isOurs } from "./cast.js";
import { endLine } from "./ending.js";
import { lastSession, recapOf, recovery, remorseDice } from "./recap.js";
import { waking } from "./waking.js";

const words = (parts) => parts.map((part) => (part.name ? own(part.name, "strong") : part));
const WHAT = "A session is one evening of yours at the table. Nights and scenes are the story’s: what lasts for one of them ends with it.";

export function evening(session) {
  const { record } = session;
  const coterie = () => record.view.characters.filter((each) => !isOurs(record, each));
  const clock = (name) => record.view.clocks.find((each) => each.clock === name);

  // --- night and scene --------------------------------------------------------------------------

  const scene = actForm("Begin the scene", session, () => ({ type: "begin_clock", clock: "scene", title: read(scene).title.trim() }),
    () => scene.reset(), field("Title of the next scene", text("title", { placeholder: "The private view at the Orangery" })));
  const night = actButton("Begin the next night", session, () => ({ type: "begin_clock", clock: "night" }), "night");
  const turn = actButton("Count turns", session, () => ({ type: "begin_clock", clock: "turn" }), "turn");
  const ends = h("div.stack");
  const wakes = (game ? wakingV20 : waking)(session, coterie);
  const end = ["turn", "scene", "night"].map((name) => actButton(`End the ${name}`, session, () => ({ type: "end_clock", clock: name }), `end ${name}`, undefined, "quiet"));
  const now = h("p.hint");
  const begin = button("Begin the session…", () => openStart(), "main");
  const close = button("Close the evening…", () => openEnd());
  const frame = dialog("Session, night and scene", [h("p.hint", WHAT), now, h("div.row.asks", begin, night, turn, end, close, button("Tenets and boons…", () => chronicle(session))), ends, wakes.element, scene], { className: "editor evening" });

  // --- the beginning ----------------------------------------------------------------------------

  const recap = h("div.recap");
  const recovering = h("div.due.asks");
  const start = actButton("Begin the session", session, () => ({ type: "start_session" }), "start", undefined, "main");
  const running = h("p.fate.running", { role: "status" });
  const starting = dialog("Begin the session", [recap, h("div.asks.row", start, running),
    h("h3", "Willpower comes back"), h("p.hint", game ? "What the story gave back, point by point." : "Superficial damage up to the larger of Composure and Resolve."), recovering], { className: "editor evening" });

  function tellRecap({ number, rolls, changes, told }) {
    const changed = changes.map(({ character, tracker, before, after }) => h("li", own(record.nameOf(character), "strong"), `, ${plain(tracker)}: ${valueWords(before)} → ${valueWords(after)}`));
    const notable = rolls.map((event) => h("li", outcomeMark(look(event.receipt)), h("span", own(rollerOf(record, event), "strong"), event.label && [", ", own(event.label)], `${event.isRevealed ? ", revealed" : ""}: ${verdict(event.receipt).toLowerCase()}`)));
    const others = told.map((event) => tell(record, event)).filter(Boolean).map((parts) => h("li", words(parts)));
    fill(recap, number === null ? h("p.hint", "This is the first session here.") : [h("h3", `In session ${number}`),
      notable.length + changed.length + others.length === 0 && h("p.hint", "A quiet evening: nothing of note was rolled or changed."),
      others.length > 0 && h("ul", others), notable.length > 0 && h("ul.notable", notable), changed.length > 0 && h("ul", changed)]);
  }

  function openStart() {
    frame.close();
    fill(recap, h("p.hint", "Looking through last session…"));
    lastSession(session).then(recapOf).then(tellRecap);
    drawn = null;
    update();
    starting.reveal();
  }

  /** V20 gives back what a table says. */
  function drawRegaining() {
    const due = record.view.characters.filter(({ trackers: { willpower } = {} }) => willpower?.current < willpower?.boxes);
    fill(recovering, due.map(({ character, name, trackers: { willpower } }) => h("div.row", own(name, "strong"), h("span.hint", `Willpower: ${valueWords(willpower)}`),
      actButton("Regain 1 Willpower", session, () => ({ type: "set_track", character, track: "willpower", current: willpower.current + 1, note: "A new session" }), `recover ${character}`))),
    !due.length && h("p.hint", "Nobody has spent Willpower."));
  }
  /** Who has had it, by session: it comes once. */
  const recovered = new Set();
  function drawRecovery() {
    if (game) {
      drawRegaining();
      return;
    }
    const isRunning = record.view.session !== null;
    const due = record.view.characters.filter((each) => recovery(each) && !recovered.has(`${record.view.session} ${each.character}`));
    fill(recovering, due.map((each) => h("div.row", own(each.name, "strong"), h("span.hint", `Willpower: ${valueWords(each.trackers.willpower)}`),
      isRunning && actButton(`Recover ${recovery(each)} Superficial`, session, () => ({ type: "recover", character: each.character, by: "session" }),
        `recover ${each.character}`, () => {
          recovered.add(`${record.view.session} ${each.character}`);
          drawRecovery();
        }))), due.length ? !isRunning && h("p.hint", "It can be had once the session has begun.") : h("p.hint", "Nobody has Superficial Willpower damage to recover."));
  }

  // --- the end ----------------------------------------------------------------------------------

  const remorse = h("div.due.asks");
  const award = awarding(session);
  const keep = h("div.asks.row");
  const ending = actButton("End the session", session, () => ({ type: "end_session" }), "end session", () => closing.close(), "main");
  const once = h("details.once.asks", h("summary", "End the session…"),
    h("p", "All open rolls settle, and it cannot be taken back. Night and scene stay as they are."), ending);
  const closing = dialog("Close the evening", [!game && [h("h3", "Remorse"), remorse], h("h3", "Experience"), award.element, h("h3", "The night’s data"), keep, once], { className: "editor evening" });

  function openEnd() {
    frame.close();
    once.open = false;
    drawn = null;
    update();
    closing.reveal();
  }

  function drawRemorse() {
    const due = record.view.characters.filter(({ trackers }) => trackers?.stains > 0);
    fill(remorse, due.map(({ character, name, trackers }) => h("div.row", own(name, "strong"), h("span.hint", `${count(trackers.stains, "Stain")}, ${count(remorseDice(trackers), "die", "dice")}`),
      rolling(actButton("Test Remorse", session, () => ({ type: "test_remorse", character }), `remorse ${character}`)))), !due.length && h("p.hint", "Nobody has Stains."));
  }

  const saving = button([icon("save"), "Save the night’s data"], async () => {
    const exporting = await import("../replay/export.js").catch(() => null);
    if (exporting?.saveNight) await exporting.saveNight(session);
    else refuse(keep, { message: "This page cannot save the night yet." });
  });
  keep.append(saving);

  let drawn;
  function update() {
    const { session: number, characters, members, clocks, effects } = record.view;
    wakes.update();
    award.update();
    const seen = JSON.stringify([number, characters, members, clocks, effects]);
    if (seen === drawn) return;
    drawn = seen;
    const runs = number !== null;
    fill(now, runs ? `Session ${number} runs.` : "No session runs.", ...["night", "scene", "turn"].map((name) => {
      const at = clock(name);
      return at ? [` ${plain(name)} ${at.number}`, at.title && [", ", own(at.title)], "."].flat() : ` ${name === "turn" ? "Turns are not counted" : `No ${name}`}.`;
    }).flat());
    begin.hidden = runs;
    close.hidden = !runs;
    end.forEach((control, i) => { control.hidden = !clock(["turn", "scene", "night"][i]); });
    turn.textContent = clock("turn") ? "Next turn" : "Count turns";
    fill(ends, ["turn", "scene", "night"].map((name) => endLine(record, name)).filter(Boolean));
    start.hidden = runs;
    fill(running, runs && [icon("tick"), `Session ${number} runs.`]);
    drawRecovery();
    drawRemorse();
    once.hidden = !runs;
  }
  needStyle("styles/sheets.css");
  return { open: () => frame.reveal(), update };
}
