/** How likely a V20 pool is to succeed, exactly: in words and as a bar. */
import { fill, h } from "../dom.js";
import { percent, plain } from "../words.js";
import { odds } from "./odds.js";
import { ruleOf } from "./rules.js";

/** @param {{win: Element, bar: Element, legend: Element}} place where it is drawn */
export function drawChances({ win, bar, legend }, { dice, applied, required, given, chosen, made, refusal, isUnrolled, house }) {
  const isCombat = ["damage", "soak"].includes(made.kind);
  const shares = !refusal && !isUnrolled && dice > 0 && odds({ dice, difficulty: applied, required: Number(required) || 1, automatic: given, hasSpecialty: Boolean(chosen),
    onesMatter: !isCombat || ruleOf(house, "ones_on_damage_soak") === "yes" }, house);
  bar.hidden = legend.hidden = !shares;
  if (!shares) {
    fill(win, !refusal && h("span.hint", isUnrolled ? "Dice enough, and nothing presses: it succeeds." : dice ? "So many dice of this kind are not counted here." : "No die is left."));
    return;
  }
  fill(win, h("strong", percent(shares.success)), " to succeed");
  const parts = ["success", "failure", "botch"].filter((each) => shares[each] > 0);
  fill(bar, parts.map((each) => {
    const segment = h(`span.${each}`);
    segment.style.flexGrow = Math.max(.012, shares[each]);
    return segment;
  }));
  fill(legend, parts.map((each) => h("li", h(`span.swatch.${each}`), plain(each), " ", h("strong", percent(shares[each])))));
}
