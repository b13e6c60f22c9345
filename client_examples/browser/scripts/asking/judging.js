/** How a Storyteller reads a roll: against which Difficulty, and who is told of it. */
import { actForm } from "../acts.js";
import { h, needStyle, read, segments, stepper, tick } from "../dom.js";

needStyle("styles/asking.css");

const TOLD = [["all", "All who saw it"], ["verdict", "Won or lost"], ["storytellers", "Storytellers"]];
/** Whoever sees a roll of V20 sees how it came out: it is corrected before them. */
const TOLD_V20 = [["all", "All who saw it"], ["verdict", "How it came out"]];
const OPENNESS = { storytellers: 0, verdict: 1, all: 2 };

/** The form, for a roll that is read as *receipt* now; what was *told* already is told as openly again. */
export function judgingForm(session, { roll }, receipt, told = "storytellers", after) {
  const isV20 = receipt.type === "v20";
  const difficulty = isV20 ? h("div.what.two", stepper("Difficulty", "difficulty", receipt.difficulty.assessed, 2, 10), stepper("Successes needed", "required", receipt.required ?? 1, 1, 20))
    : stepper("Difficulty", "difficulty", receipt.difficulty ?? 2, 1, 99);
  const impossible = tick("It was impossible", { name: "impossible" });
  const offered = (isV20 ? TOLD_V20 : TOLD).filter(([name]) => OPENNESS[name] >= OPENNESS[told]);
  const form = actForm("Judge it", session, () => {
    const said = read(form);
    return { type: "judge_roll", roll, told: said.told, ...(said.impossible ? { impossible: true } : { difficulty: Number(said.difficulty), ...(isV20 && { required: Number(said.required) }) }) };
  }, after, h("div.what.two", difficulty, impossible), segments("Who is told", "told", offered));
  form.classList.add("judging");
  impossible.firstChild.addEventListener("change", ({ target }) => { difficulty.hidden = target.checked; });
  return form;
}
