/** Words of V20: how its receipts, trackers and deeds read. */
import { count, listed, plain, playedBy, who } from "../words.js";
import { DAMAGE, LEVELS, levelsOf, ordinal } from "./traits.js";

export const signed = (n) => (n > 0 ? `+${n}` : String(n).replace("-", "−"));
export const DIFFICULTIES = { 3: "easy", 4: "routine", 5: "straightforward", 6: "standard", 7: "challenging", 8: "hard", 9: "nearly impossible" };

/** Clan and Generation, or what kind of being it is; who plays it where that is somebody else. */
export function describe(record, character) {
  const { kind, clan, sheet } = character;
  const whose = playedBy(record, character);
  return [kind === "vampire" ? clan || "Vampire" : [plain(kind), clan].filter(Boolean).join(", "), kind === "vampire" && sheet && `${ordinal(sheet.generation ?? 13)} generation`,
    whose && whose !== "you" && whose].filter(Boolean).join(" · ");
}

/** The level of a track and what it takes, in words. */
export function levelWords(track) {
  const { level, condition } = track;
  if (condition === "final_death") return "Final Death";
  if (condition) return condition === "torpor" ? "In torpor" : plain(condition);
  if (!level) return "Unhurt";
  const dice = LEVELS[level];
  return `${plain(level)}${dice ? `, ${signed(dice)} ${dice === -1 ? "die" : "dice"}` : dice === null ? ", cannot act" : ""}`;
}
/** What is marked on a track. */
export const marksWords = (track) => listed(DAMAGE.filter((kind) => track[kind]).map((kind) => `${track[kind]} ${kind}`));

/** A tracker's value in words; nothing where it reads as in V5. */
export function valueWords(value) {
  if ("current" in value) return `${value.current} of ${value.boxes}`;
  const marks = marksWords(value);
  const level = levelsOf(value).findLast(([, mark]) => mark)?.[0];
  const words = levelWords({ ...value, level: value.level ?? level });
  return marks ? `${words.charAt(0)}${words.slice(1)} (${marks})` : words;
}

/** The sum of a roll, as [words before, the net, words after]. */
export function sumOf({ rolled, cancelled, automatic, net, ones, required = 1, outcome, is_unrolled, type }) {
  if (type !== "v20") return ["", null, ""];
  if (is_unrolled) return ["No roll needed = ", net, ` · ${required} needed`];
  if (outcome === "botch") return [`${rolled} rolled, ${count(ones, "one")} = `, net, ""];
  return [`${rolled} rolled${cancelled ? ` − ${cancelled} cancelled` : ""}${automatic ? ` + ${automatic} automatic` : ""} = `, net, ` · ${required} needed`];
}
/** How many successes of how many, as [number, rest]: read aloud, and in transcripts. */
export const tally = (receipt) => {
  if (receipt.type === "initiative") return [receipt.total, "in all"];
  const [before, net, after] = sumOf(receipt);
  return net === null ? [receipt.successes, receipt.successes === 1 ? "success" : "successes"] : [`${before}${net} net`, after.trim()];
};

/** What a receipt came to. */
export function verdict({ outcome, degree, net, required = 1, type, successes, total }) {
  if (type === "initiative") return `Initiative ${total}`;
  if (type !== "v20") return plain(outcome ?? count(successes, "success", "successes"));
  if (outcome === "success") return degree ? `${plain(degree)} success` : "Success";
  return outcome === "failure" && net >= required ? "Failure" : plain(outcome);
}

/** Why, in one short sentence or two. */
export function reason({ type, difficulty, outcome, cancelled, rolled, automatic, required = 1, net, specialty, dice, is_unrolled }, isBought) {
  if (type !== "v20") return "";
  const { applied, assessed, untrained, raised, is_halved } = difficulty;
  const how = [raised && `${raised} for what makes it harder`, untrained && "1 for a Skill never learnt", is_halved && "halved"].filter(Boolean);
  const told = `Difficulty ${applied}${how.length ? `: ${assessed}, ${how.join(", ")}` : ""}.`;
  if (is_unrolled) return `${told} Dice enough, and nothing presses.`;
  if (outcome === "botch") return `${told} ${rolled ? "Nothing is left" : "No die succeeded"} and a 1 shows.`;
  if (specialty && dice.some(({ adds }) => adds > 1)) return `${told} The specialty makes each ten count 2.`;
  if (specialty && dice.some(({ is_reroll }) => is_reroll)) return `${told} The specialty rolls each ten once more.`;
  if (automatic && cancelled) return `${told} ${isBought ? "Willpower’s success" : "An automatic success"} cannot be cancelled.`;
  if (outcome === "failure" && rolled && cancelled >= rolled) return `${told} Dice succeeded, so this is no botch.`;
  if (outcome === "failure" && net > 0) return `${told} ${count(required - net, "success", "successes")} short.`;
  return outcome === "failure" ? `${told} No die succeeded.` : told;
}

/** The dice of a receipt as one text for listeners. */
export function diceWords(dice) {
  const faces = (those) => those.map(({ face }) => face).sort((a, b) => b - a).join(", ");
  const [first, again] = [false, true].map((is) => dice.filter((die) => Boolean(die.is_reroll) === is));
  return `${first.length ? `Dice ${faces(first)}. ` : ""}${again.length ? `Rolled again ${faces(again)}. ` : ""}`;
}

const USES = { wake: "to wake", heal: "to heal", attribute: "for an Attribute", discipline: "for a Discipline", other: "" };
const HARMS = { harmful: ". The mortal is weakened", hospital: ". The mortal needs a hospital", death: ". The mortal dies" };
const level = (n) => count(n, "level");

/** How far an effect has come: who acts when, what a task or the Beast has of its successes. */
export const soFar = ({ initiative, task, resistance, race }) => (race ? `: ${race.own ?? 0} to ${race.other ?? 0}, ${race.goal === "lead" ? `${race.needed} ahead` : `${race.needed} needed`}` : initiative ? ` ${initiative.total}` : task ? `: ${task.gained ?? 0} of ${task.target}` : resistance ? `: ${resistance.gained ?? 0} gained` : "");

/** A consequence that waits, and damage. */
export const damageWords = ({ amount, kind }) => `${level(amount)} of ${kind} damage`;
export const proposalTitle = ({ kind, damage }) => (kind === "attack_hit" ? `A hit with ${damage.kind} damage to roll` : kind === "v20_damage" ? damageWords(damage) : kind === "botch" ? "What a botch brings" : null);

/** Events of V20 as lines of the log. */
export const TELL = {
  blood_spent: (r, e) => [who(r, e.character), ` spends ${e.points} blood ${USES[e.use] ?? plain(e.use)}`.trimEnd(), e.kind ? `: ${level(e.levels)} of ${e.kind} damage healed` : "", e.willpower ? `, and ${e.willpower} Willpower` : ""],
  blood_drunk: (r, e) => [who(r, e.character), ` drinks ${e.points} blood`, e.gained < e.points ? `, ${e.gained} of it finds room` : "", HARMS[e.harm] ?? ""],
  contest_resolved: (r, e) => (e.winner ? [who(r, e.winner), " wins a contest"] : ["A contest ends in a tie"]),
  damage_dealt: (r, e) => [who(r, e.character), ` takes ${level(e.counted ?? e.amount)} of ${e.kind} damage`],
  effect_begun: (r, { effect }) => [who(r, effect.character), ": ", { name: effect.name }, " begins"],
  effect_ended: (r, { effect, was = r.effect(effect) }) => (was ? [who(r, was.character), ": ", { name: was.name }, " ends"] : ["What held somebody ends"]),
  healed: (r, e) => [who(r, e.character), ` heals ${level(e.amount)} of ${e.kind} damage`],
};
