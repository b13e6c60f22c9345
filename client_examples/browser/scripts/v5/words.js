/** Words of V5: how its receipts, trackers and deeds read. */
import { count, plain, playedBy, who } from "../words.js";

const NUMERALS = ["No", "One", "Two", "Three"];
export const diceRerolled = (n) => `${NUMERALS[n] ?? n} ${n === 1 ? "die" : "dice"} rerolled for 1 Willpower`;

/** What a character is, and who plays it. */
export const describe = (record, character) => [plain(character.kind), character.clan, playedBy(record, character)].filter(Boolean).join(" · ");

/** A track in words. */
export function valueWords({ boxes, superficial = 0, aggravated = 0, condition, is_impaired }) {
  const left = boxes - superficial - aggravated;
  return [aggravated && `${aggravated} Aggravated`, superficial && `${superficial} Superficial`, condition ?? (is_impaired || !left ? "impaired" : `${left} left`)]
    .filter(Boolean).join(", ");
}

/** How many successes of how many, as [number, rest]. */
export function tally({ successes, difficulty, margin, outcome, is_total_failure }) {
  const words = successes === 1 ? "success" : "successes";
  if (!difficulty) return [successes, words];
  const total = is_total_failure && outcome !== "total_failure" ? " · also a total failure" : "";
  const rest = margin === undefined || margin === null ? "" : margin < 0 ? ` · ${-margin} short` : ` · margin ${margin}`;
  return [successes || "No", `${words} of ${difficulty}${total || rest}`];
}

/** What a receipt, or an outcome revealed alone, came to. */
export function verdict({ type, passed, kept, outcome, successes, checks, failed, name, temperament, resonance, label }) {
  if (type === "compulsion") return name;
  if (type === "resonance") return `${plain(temperament)} ${resonance}`;
  if (type === "rouses") return `${checks.length} Rouse checks, ${failed ? `Hunger rises ${failed > 1 ? `${failed} times` : "once"}` : "passed"}`;
  if (type === "rouse") return `Rouse check, ${passed ? "passed" : "Hunger rises"}`;
  if (type === "remorse") return kept ? "Humanity kept" : "Humanity lost";
  if (outcome === "resisted_critical") return "Resisted at once";
  if (type === "pool" && label) return plain(label);
  return outcome ? plain(outcome) : count(successes, "success", "successes");
}

/** Why, in one short sentence. */
export function reason({ type, outcome, difficulty, is_bestial, dice = [], without_dice, why, costs_next_turn }) {
  if (type !== "pool" || without_dice) return costs_next_turn ? `${why} Holding on takes the next turn.` : why;
  const hungerTens = dice.filter(({ kind, face }) => kind === "hunger" && face === 10).length;
  if (outcome === "messy_critical") return `Paired tens, ${hungerTens === 1 ? "one" : hungerTens} on ${hungerTens === 1 ? "a Hunger die" : "Hunger dice"}.`;
  if (outcome === "critical") return "A pair of tens.";
  if (is_bestial) return "A Hunger die shows 1.";
  if (outcome === "total_failure") return "No die shows 6 or more.";
  return difficulty || outcome ? "" : "No Difficulty given, so no verdict.";
}

/** The dice of a receipt as one text for listeners. */
export const diceWords = (dice) => ["regular", "hunger"].map((kind) => {
  const faces = dice.filter((die) => die.kind === kind).map(({ face }) => face).sort((a, b) => b - a);
  return faces.length ? `${plain(kind)} ${faces.join(", ")}. ` : "";
}).join("");

const PROPOSALS = { messy_critical: "Price of a messy critical", bestial_failure: "Price of a bestial failure", win_at_cost: "A win at a cost", automatic_win: "A win without dice" };
export const damageWords = ({ amount, kind, track }) => `${amount} ${plain(kind)} ${plain(track)}`;
/** What a consequence is called; nothing where it is called as in every system. */
export const proposalTitle = ({ kind, damage }) => (damage ? null : PROPOSALS[kind]);

const SOURCES = { blood_bag: "a blood bag", small_animal: "a small animal", large_animal: "a large animal", human_sip: "a human, a sip",
  human_drink: "a human, a drink", human_harmful: "a human, harmfully", human_kill: "a human, to the death" };
/** What holds somebody: its kind, unless its name or what it is called says that. */
const heldBy = ({ kind, name }) => [kind === "other" || name.toLowerCase().includes(plain(kind).toLowerCase()) ? "" : `${plain(kind)} `, { name }];

/** Events of V5 as lines of the log. */
export const TELL = {
  healed: (r, e) => [who(r, e.character), ` ${e.mended ? "mends" : e.recovery ? "recovers" : "heals"} ${damageWords(e)}`],
  fed: (r, e) => [who(r, e.character), ` fed on ${SOURCES[e.source] ?? plain(e.source)}: ${e.slaked || "no"} Hunger slaked`],
  effect_begun: (r, { effect }) => [who(r, effect.character), ", ", heldBy(effect), " begins"],
  effect_ended: (r, { effect, was = r.effect(effect) }) => (was ? [who(r, was.character), ", ", heldBy(was), " ends"] : ["What held somebody ends"]),
  damage_dealt: (r, e) => [who(r, e.character), ` takes ${damageWords({ ...e, amount: e.counted })}`, e.why ? `. ${e.why}` : ""],
  stains_added: (r, e) => [who(r, e.character), ` gains ${e.amount ? count(e.amount, "Stain") : "no Stain"}`, [["tenet", "the tenet"], ["conviction", "the Conviction"], ["touchstone", "the Touchstone"]].map(([of, what]) => e[of] && [` for ${what} “`, { name: e[of] }, "”"]),
    e.spared ? [`, ${e.spared} spared for “`, { name: e.upheld }, "”"] : ""].flat(2).filter(Boolean),
  contest_resolved: (r, e) => (e.winner ? [who(r, e.winner), ` wins a contest by ${e.margin}`] : ["A contest ends in a tie"]),
};

const REFUSALS = {
  bad_dice: ["Hunger dice are never rerolled.", "Choose one to three regular dice. Nothing was spent."],
  hunger_full: ["At Hunger 5 nobody chooses to Rouse.", "Feeding brings Hunger down."],
  reroll_used: ["This roll is settled.", "Its reroll was used, or it was let stand."],
  no_stains: ["There are no Stains.", "Remorse is tested only by who has some."],
  no_frenzy: ["No Beast stirs in this character.", "Only vampires test for frenzy."],
};
/** A refusal for people, where V5 has words of its own for it. */
export function refusalWords({ code, message }, { regular_indices, hunger_indices }) {
  if (code === "bad_dice" && regular_indices && regular_indices.length !== 0 && regular_indices.length <= 3) return [message, "Nothing was spent."];
  if (code === "bad_dice" && !hunger_indices) return ["Willpower rerolls one to three regular dice.", "Choose again. Nothing was spent."];
  return REFUSALS[code];
}
