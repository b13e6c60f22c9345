/** A change of a tracker put back by hand, with the reason: a correction that the log tells. */
import { actForm } from "../acts.js";
import { ask } from "../dialog.js";
import { field, h, own, read, text } from "../dom.js";
import { hasMarks, markRow } from "../marks.js";
import { plain, valueWords } from "../words.js";

/** What puts a tracker to a value that it had, in the words of the room's system. */
function puts({ character, tracker, before }, isV20) {
  if (typeof before === "number") return { type: "set_tracker", character, tracker, value: before };
  const { boxes, superficial = 0, aggravated = 0, bashing = 0, lethal = 0, extra = [], current } = before;
  const track = { type: "set_track", character, track: tracker };
  if (!isV20) return { ...track, boxes, superficial, aggravated };
  return tracker === "health" ? { ...track, bashing, lethal, aggravated, extra } : { ...track, boxes, current };
}

export function changingBack(session, change) {
  const { record } = session;
  const { character, tracker, before } = change;
  const now = record.character(character)?.trackers?.[tracker] ?? change.after;
  const shown = (value) => h("span.preview-value", hasMarks(tracker) && markRow(tracker, value), h("span", valueWords(value)));
  const needsSecond = record.isStoryteller && record.view.house_rules.second_consent;
  const request = puts(change, record.view.system === "v20");
  const form = actForm("Change back", session, () => {
    const { note } = read(form);
    return note.trim() ? { ...request, corrects: true, note: note.trim() } : null;
  }, () => box.close(), h("div.becomes", h("span.hint", "Now"), shown(now), h("span.hint", "After"), shown(before)),
  h("p.hint", `The log keeps both, and says that it was put right.${needsSecond ? " If there is a second Storyteller, it waits for their word." : ""}`),
  field("Why", text("note", { required: true, maxlength: 500, placeholder: "It was counted twice" })));
  form.classList.add("stack");
  const box = ask(["Change back ", plain(tracker), " · ", own(record.nameOf(character))], [form], { className: "editor" });
}
