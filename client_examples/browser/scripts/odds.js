/**
 * Exact odds: every way the dice can fall is counted, none is tried out. A face is one of four kinds
 * that read alike: a ten, 6 to 9, a miss, and on Hunger dice a one.
 */

/** What a preset sets otherwise than V5 does, as far as these pages read it. */
const SAYS = { v5_core_rolling: { extra_tens: "each_extra", bestial_failure: "zero_only", wp_reroll_may_crit: "no", pool_kinds: "skill_alone_too" } };
/** What a table's house rules, or those of a receipt, say to a switch; undefined is what V5 says. */
export const ruleOf = ({ preset, switches }, name) => switches?.[name] ?? SAYS[preset]?.[name];

/** @param {string|{preset: string, switches?: object}} [house] a preset's name, or house rules */
function readingOf(house = {}) {
  const rule = (name) => ruleOf(typeof house === "string" ? { preset: house } : house, name);
  return {
    extra: rule("extra_tens") === "each_extra" ? (tens) => (tens > 1 ? tens : 0) : (tens) => tens - tens % 2,
    isBestial: rule("bestial_failure") === "zero_only" ? (successes) => !successes : () => true,
    isMessy: rule("messy_scope") === "best_pair_only" ? (tens) => tens < 2 : () => true,
    mayPair: rule("wp_reroll_may_crit") !== "no",
  };
}

const choose = (n, k) => (k ? choose(n - 1, k - 1) * BigInt(n) / BigInt(k) : 1n);

/** All ways for *n* dice, as [tens, 6 to 9, ways]; a die misses in *misses* ways. */
function ways(n, misses) {
  const all = [];
  for (let tens = 0; tens <= n; tens++) {
    for (let plain = 0; plain + tens <= n; plain++) {
      all.push([tens, plain, choose(n, tens) * choose(n - tens, plain) * 4n ** BigInt(plain) * misses ** BigInt(n - tens - plain)]);
    }
  }
  return all;
}

/** In the order in which they are shown. */
export const OUTCOMES = ["messy_critical", "critical", "success", "failure", "total_failure", "bestial_failure"];

/**
 * In how many ways a pool comes to each outcome.
 * @returns {{[outcome: string]: bigint}} their sum is 10 to the number of dice
 */
export function countOutcomes(regular, hunger, difficulty, house) {
  const { extra, isBestial, isMessy } = readingOf(house);
  const counts = Object.fromEntries(OUTCOMES.map((outcome) => [outcome, 0n]));
  const plainDice = ways(regular, 5n);
  const clean = ways(hunger, 4n);
  ways(hunger, 5n).forEach(([redTens, red, redWays], i) => {
    const withoutOnes = clean[i][2];
    for (const [tens, plain, plainWays] of plainDice) {
      const all = tens + redTens;
      const successes = all + plain + red + extra(all);
      if (successes >= difficulty) {
        counts[all < 2 ? "success" : redTens && isMessy(tens) ? "messy_critical" : "critical"] += plainWays * redWays;
        continue;
      }
      const failed = successes ? "failure" : "total_failure";
      const beast = isBestial(successes) ? redWays - withoutOnes : 0n;
      counts.bestial_failure += plainWays * beast;
      counts[failed] += plainWays * (redWays - beast);
    }
  });
  return counts;
}

const PARTS = 10n ** 15n;
const share = (part, whole) => Number(part * PARTS / whole) / Number(PARTS);

/** The share of each outcome, 0 to 1. */
export function odds(regular, hunger, difficulty, house) {
  const counts = countOutcomes(regular, hunger, difficulty, house);
  const all = 10n ** BigInt(regular + hunger);
  return Object.fromEntries(OUTCOMES.map((outcome) => [outcome, share(counts[outcome], all)]));
}

export const winShare = (shares) => shares.messy_critical + shares.critical + shares.success;

/**
 * The chance to win with Willpower.
 * @param {{kind: string, face: number}[]} dice as on the receipt
 * @param {number[]} picked which regular dice are rolled again, counted from 0
 * @returns {[bigint, bigint]} winning ways of all ways
 */
export function countReroll(dice, picked, difficulty, house) {
  const { extra, mayPair } = readingOf(house);
  const kept = [...dice.filter(({ kind }) => kind === "regular").filter((_, i) => !picked.includes(i)),
    ...dice.filter(({ kind }) => kind === "hunger")];
  const keptTens = kept.filter(({ face }) => face === 10).length;
  const keptPlain = kept.filter(({ face }) => face > 5).length;
  let won = 0n;
  for (const [tens, plain, each] of ways(picked.length, 5n)) {
    if (keptPlain + tens + plain + extra(keptTens + (mayPair ? tens : 0)) >= difficulty) won += each;
  }
  return [won, 10n ** BigInt(picked.length)];
}
export const rerollShare = (...of) => share(...countReroll(...of));
