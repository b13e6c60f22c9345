/** The dialog of a safe table: a pause that anybody may call, lines and veils. */
import { actButton, actForm } from "../acts.js";
import { dialog } from "../dialog.js";
import { field, fill, h, own, read, segments, text, tick } from "../dom.js";
import { raisedHere, REMEMBERED, rememberUnnamed } from "./raised.js";

const UNNAMED = "Without my name";

/** @returns {{open: () => void, update: () => void}} */
export function safety(session) {
  const { record } = session;
  const list = h("ul.boundaries");
  const mayHide = () => record.view.house_rules.anonymous_pause;
  const unnamed = (form) => mayHide() && Boolean(read(form).unnamed);
  /** Kept in this tab: nobody else can tell who it was, the server neither. */
  const keep = (form) => ({ id, created }) => unnamed(form) && rememberUnnamed(record.room, created, id);

  const pauseForm = actForm("Pause the table", session, () => {
    const { note } = read(pauseForm);
    return { type: "raise_pause", note: note.trim(), anonymous: unnamed(pauseForm) };
  }, (answer) => {
    keep(pauseForm)(answer);
    pauseForm.reset();
    box.close();
  }, h("p.hint", "Nobody rolls until it goes on. Nothing is lost, and you need no reason."), field("If you want to say why", text("note", { maxlength: 500 })), tick(UNNAMED, { name: "unnamed" }));

  const addForm = actForm("Add to the list", session, () => {
    const { kind, text: about } = read(addForm);
    return about.trim() ? { type: "add_boundary", kind, text: about.trim(), anonymous: unnamed(addForm) } : null;
  }, (answer) => {
    keep(addForm)(answer);
    addForm.elements.text.value = "";
  }, segments("What it is", "kind", [["line", "Line"], ["veil", "Veil"]]), h("p.hint", "A line does not happen at this table. A veil happens off stage."), field("What it is about", text("text", { required: true })), tick(UNNAMED, { name: "unnamed" }));
  [pauseForm, addForm].forEach((form) => form.classList.add("stack"));

  const box = dialog("A safe table", [h("section", h("h3", "Pause"), pauseForm), h("section.asks", h("h3", "Lines and veils"), list, record.role !== "bot" && addForm)], { className: "safety-dialog" });

  function update() {
    const { view, isStoryteller, me, room } = record;
    if (!view) return;
    const { boundaries = [], pause } = view;
    pauseForm.hidden = Boolean(pause);
    box.querySelectorAll("[name=unnamed]").forEach((each) => { each.parentNode.hidden = !mayHide(); });
    fill(list, !boundaries.length && h("li.hint", "Nothing yet."), boundaries.map(({ boundary, kind, text: about, by }) => {
      const added_with = by ? undefined : raisedHere(room, boundary);
      return h("li", h("span.chip.plain", kind === "line" ? "Line" : "Veil"), own(about), h("small", by ? [" ", own(by === me ? "you" : record.nameOf(by))] : " without a name"),
        (isStoryteller || by === me || added_with) && actButton("Remove", session, () => ({ type: "remove_boundary", boundary, ...(added_with && { added_with }) }), `boundary ${boundary}`, undefined, "quiet"));
    }));
  }
  addEventListener(REMEMBERED, update);
  return { update, open() {
    update();
    box.reveal();
  } };
}
