/** The dialog in which a Storyteller retracts a roll, with the reason. */
import { actForm } from "../acts.js";
import { ask } from "../dialog.js";
import { field, h, read, text } from "../dom.js";

export function retracting(session, roll) {
  const needsSecond = session.record.view.house_rules.second_consent;
  const form = actForm("Retract the roll", session, () => {
    const { note } = read(form);
    return note.trim() ? { type: "retract_roll", roll, note: note.trim() } : null;
  }, () => box.close(), h("p.hint", `The dice stay in the log, and everybody who saw them sees this. Trackers go back, and what waits for the roll closes.${needsSecond ? " If there is a second Storyteller, it waits for their word." : ""}`),
  field("Why", text("note", { required: true, maxlength: 500, placeholder: "The Difficulty was another" })));
  form.classList.add("stack");
  const box = ask("Retract a roll", [form]);
}
