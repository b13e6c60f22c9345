/**
 * Exact odds of a V20 roll: every way the dice can fall is counted, none is tried out. What a die adds
 * less what it cancels is a series; where tens may be rolled on and on, their share falls by ten with
 * each success, so entries are scaled by ten to the power of their successes and stay whole.
 */
import { ruleOf } from "./rules.js";

/** Beyond so many dice, tens that undo ones and are rolled again take too long to count here. */
const MOST_UNDOING = 16;

/** The faces of a die by what they do, under one table's switches. */
function dieOf({ difficulty, hasSpecialty, onesMatter }, house) {
  const rule = (name) => ruleOf(house, name);
  const onesSucceed = difficulty === 1 && rule("target_one") !== "ones_fail";
  const hits = Math.max(0, 10 - Math.max(difficulty, 2));
  const sides = (matter) => (matter ? { hits, ones: 1, misses: 8 - hits } : onesSucceed ? { hits: hits + 1, ones: 0, misses: 8 - hits } : { hits, ones: 0, misses: 9 - hits });
  const tenSucceeds = difficulty <= 10;
  const rerolls = hasSpecialty && tenSucceeds && rule("specialty") === "reroll";
  return { onesSucceed, rerolls, ten: Number(tenSucceeds) + Number(hasSpecialty && tenSucceeds && !rerolls),
    fresh: sides(onesMatter), again: sides(onesMatter && rule("reroll_ones_count") === "yes"),
    chains: rerolls && rule("reroll_chain") !== "no", undoes: onesMatter && rule("tens_cancel_ones") === "yes", takesDie: rule("one_cancels") === "die" };
}

/** How one die may fall without another, and after a ten that brings one: [successes, ones less tens, ones, weight of 100]. */
function branchesOf({ fresh, again, onesSucceed, ten, rerolls, chains }) {
  const one = Number(onesSucceed);
  const alone = [[0, 0, 0, 10 * fresh.misses], [1, 0, 0, 10 * fresh.hits], [one, 1, 1, 10 * fresh.ones]];
  if (!rerolls) return [[...alone, [ten, -1, 0, 10]], []];
  return [alone, [[1, -1, 0, again.misses], [2, -1, 0, again.hits], [1 + one, 0, 1, again.ones], ...(chains ? [] : [[2, -2, 0, 1]])]];
}

/** Sums of all dice less their ones, from -n on: whole numbers, each to be divided by 100 ** n * 10 ** sum. */
function sums(die, n, length) {
  const [alone, after] = branchesOf(die);
  const entries = (those) => those.filter((each) => each[3]).map(([successes, , ones, weight]) => [successes - ones + 1, BigInt(weight) * 10n ** BigInt(successes) / 10n ** BigInt(ones)]);
  const [first, second] = [entries(alone), entries(after)];
  let row = [1n];
  for (let i = 0; i < n; i++) {
    const size = Math.min(length, die.chains ? length : row.length + 3);
    const next = new Array(size).fill(0n);
    const add = (into, those) => row.forEach((value, k) => value && those.forEach(([by, weight]) => { if (k + by < size) into[k + by] += value * weight; }));
    add(next, first);
    if (second.length) {
      const rolledOn = new Array(size).fill(0n);
      add(rolledOn, second);
      rolledOn.forEach((value, k) => {
        if (die.chains && k) rolledOn[k] += rolledOn[k - 1];
        next[k] += rolledOn[k];
      });
    }
    row = next;
  }
  return row;
}

const choose = (n, k) => {
  let ways = 1n;
  for (let i = 1; i <= k; i++) ways = ways * BigInt(n - i + 1) / BigInt(i);
  return ways;
};

/** Where a 1 weighs on whole dice, or tens undo it: every number of tens, ones and other successes. */
function enumerated({ fresh, onesSucceed, ten, undoes, takesDie }, n, length) {
  const nets = new Array(length).fill(0n);
  for (let tens = 0; tens <= n; tens++) {
    for (let ones = 0; ones <= (n - tens) * fresh.ones; ones++) {
      const placed = choose(n, tens) * choose(n - tens, ones);
      const rest = n - tens - ones;
      for (let hits = 0; hits <= rest; hits++) {
        const standing = undoes ? Math.max(0, ones - tens) : ones;
        const single = hits + (onesSucceed ? ones : 0);
        const net = takesDie && ten === 2 ? Math.max(0, single - standing) + Math.max(0, 2 * tens - 2 * Math.max(0, standing - single))
          : Math.max(0, single + ten * tens - standing);
        if (net < length) nets[net] += placed * choose(rest, hits) * BigInt(fresh.hits) ** BigInt(hits) * BigInt(fresh.misses) ** BigInt(rest - hits);
      }
    }
  }
  return nets;
}

/** Tens that undo ones and are rolled again: successes and ones less tens are counted apart. */
function undoing(die, n, needed) {
  const [alone, after] = branchesOf(die);
  // No ten more than so many could undo a one that still comes.
  const lowest = -2 * n;
  const most = needed + 2 * n;
  let table = new Map([["0 0", 1n]]);
  const add = (into, s, d, value) => {
    if (s >= most) return;
    const key = `${s} ${Math.max(lowest, d)}`;
    into.set(key, (into.get(key) ?? 0n) + value);
  };
  for (let i = 0; i < n; i++) {
    const next = new Map();
    const rolledOn = new Map();
    for (const [key, value] of table) {
      const [s, d] = key.split(" ").map(Number);
      for (const [by, less, , weight] of alone) if (weight) add(next, s + by, d + less, value * BigInt(weight) * 10n ** BigInt(by));
      for (const [by, less, , weight] of after) if (weight) add(rolledOn, s + by, d + less, value * BigInt(weight) * 10n ** BigInt(by));
    }
    if (die.chains) {
      for (let s = 0; s < most; s++) {
        for (let d = 2 * n; d >= lowest; d--) {
          const value = rolledOn.get(`${s} ${d}`);
          if (value) add(rolledOn, s + 1, d - 1, value);
        }
      }
    }
    for (const [key, value] of rolledOn) next.set(key, (next.get(key) ?? 0n) + value);
    table = next;
  }
  return table;
}

/** The ways, of 10 ** n, to roll neither a success nor a one that stands. */
function idleWays({ fresh, ten, undoes }, n) {
  if (ten || !undoes) return BigInt(fresh.misses + Number(!ten)) ** BigInt(n);
  let ways = 0n;
  for (let tens = 0; tens <= n; tens++) {
    for (let ones = 0; ones <= Math.min(tens, n - tens); ones++) ways += choose(n, tens) * choose(n - tens, ones) * BigInt(fresh.misses) ** BigInt(n - tens - ones);
  }
  return ways;
}

/**
 * In how many ways a pool fails, and how many of those are a botch.
 * @param {{dice: number, difficulty: number, required?: number, automatic?: number, hasSpecialty?: boolean, onesMatter?: boolean}} pool
 *   *difficulty* as applied, 1 to 11
 * @param {object} house house rules
 * @returns {?{botch: [bigint, bigint], success: [bigint, bigint]}} ways, and of how many; null where they are too many to count here
 */
export function countV20({ dice: n, difficulty, required = 1, automatic = 0, hasSpecialty = false, onesMatter = true }, house) {
  const die = dieOf({ difficulty, hasSpecialty, onesMatter }, house);
  const needed = Math.max(0, required - automatic);
  const all = 10n ** BigInt(n);
  let missed;
  let nothing;
  let whole;
  if (die.undoes && die.rerolls) {
    if (n > MOST_UNDOING) return null;
    const top = BigInt(needed + 2 * n);
    whole = 100n ** BigInt(n) * 10n ** top;
    const below = (limit) => [...undoing(die, n, limit)].reduce((sum, [key, value]) => {
      const [s, d] = key.split(" ").map(Number);
      return Math.max(0, s - Math.max(0, d)) < limit ? sum + value * 10n ** (top - BigInt(s)) : sum;
    }, 0n);
    missed = needed ? below(needed) : 0n;
    nothing = below(1);
  } else if (die.undoes || (die.takesDie && die.ten === 2)) {
    whole = all;
    const nets = enumerated(die, n, Math.max(1, needed));
    missed = nets.slice(0, needed).reduce((sum, ways) => sum + ways, 0n);
    nothing = nets[0];
  } else {
    const row = sums(die, n, 2 * n + Math.max(1, needed));
    const top = BigInt(Math.max(1, needed));
    whole = 100n ** BigInt(n) * 10n ** top;
    // Entry k is the sum k - n, scaled by ten to that power.
    const below = (limit) => row.slice(0, n + limit).reduce((sum, value, k) => sum + value * 10n ** (top + BigInt(n - k)), 0n);
    missed = needed ? below(needed) : 0n;
    nothing = below(1);
  }
  const idle = idleWays(die, n);
  const unsuccessful = BigInt(die.fresh.misses + (die.onesSucceed ? 0 : die.fresh.ones) + Number(!die.ten)) ** BigInt(n);
  const botch = automatic || !n ? 0n : ruleOf(house, "botch") === "net_zero" ? nothing - idle * whole / all : (unsuccessful - idle) * whole / all;
  return { botch: [botch, whole], success: [whole - missed, whole] };
}

const PARTS = 10n ** 15n;
const share = ([part, whole]) => Number(part * PARTS / whole) / Number(PARTS);

/** The share of each outcome, 0 to 1; null where they are too many to count here. */
export function odds(pool, house) {
  const counted = countV20(pool, house);
  if (!counted) return null;
  const [success, botch] = [share(counted.success), share(counted.botch)];
  const { success: [won, whole], botch: [botched] } = counted;
  return { success, failure: share([whole - won - botched, whole]), botch };
}
