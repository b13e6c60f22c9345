/** QR codes (ISO/IEC 18004) of links: bytes, error correction M, the smallest version that fits. */
import { svg } from "./dom.js";

/** By version from 1: codewords for correction in each block, and how many blocks, at level M. */
const CORRECTION = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26];
const BLOCKS = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16];
const FINDER_LIKE = [[1, 0, 1, 1, 1, 0, 1, 0, 0, 0, 0], [0, 0, 0, 0, 1, 0, 1, 1, 1, 0, 1]];
const MASKS = [
  (x, y) => (x + y) % 2, (x, y) => y % 2, (x) => x % 3, (x, y) => (x + y) % 3,
  (x, y) => (Math.floor(y / 2) + Math.floor(x / 3)) % 2, (x, y) => ((x * y) % 2) + ((x * y) % 3),
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2, (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2,
];

// The field of 256 elements that corrects errors, as powers of 2.
const POWER = [];
for (let value = 1, n = 0; n < 255; n++, value = (value << 1) ^ (value & 128 ? 0x11d : 0)) POWER.push(value);
const times = (a, b) => (a && b ? POWER[(POWER.indexOf(a) + POWER.indexOf(b)) % 255] : 0);

/** The codewords that let a block be read although some of it cannot. */
function correct(block, length) {
  let generator = [1];
  for (let n = 0; n < length; n++) {
    generator = [...generator, 0].map((value, i) => value ^ (i ? times(generator[i - 1], POWER[n]) : 0));
  }
  const rest = [...block, ...new Array(length).fill(0)];
  block.forEach((_, i) => {
    const lead = rest[i];
    generator.forEach((value, j) => { rest[i + j] ^= times(value, lead); });
  });
  return rest.slice(block.length);
}

const alignment = (version) => {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const last = 4 * version + 10;
  const step = Math.ceil((last - 6) / (count - 1) / 2) * 2;
  return [6, ...Array.from({ length: count - 1 }, (_, i) => last - step * (count - 2 - i))];
};

/** How many codewords a version holds in all. */
const capacity = (version) => {
  const marks = alignment(version).length;
  const modules = (16 * version + 128) * version + 64 - (marks ? (25 * marks - 10) * marks - 55 : 0) - (version > 6 ? 36 : 0);
  return Math.floor(modules / 8);
};

/** Length and bytes as codewords, filled up, with their correction, blocks interleaved. */
function codewords(bytes, version) {
  const [blocks, extra] = [BLOCKS[version - 1], CORRECTION[version - 1]];
  const room = capacity(version) - blocks * extra;
  const bits = [];
  const put = (value, length) => { for (let i = length - 1; i >= 0; i--) bits.push((value >> i) & 1); };
  put(4, 4);
  put(bytes.length, version < 10 ? 8 : 16);
  bytes.forEach((byte) => put(byte, 8));
  put(0, Math.min(4, 8 * room - bits.length));
  put(0, -bits.length & 7);
  for (let i = 0; bits.length < 8 * room; i++) put(i % 2 ? 0x11 : 0xec, 8);
  const data = Array.from({ length: room }, (_, i) => bits.slice(8 * i, 8 * i + 8).reduce((sum, bit) => 2 * sum + bit));
  const short = Math.floor(room / blocks);
  const parts = Array.from({ length: blocks }, (_, i) => {
    const longer = Math.max(0, i - (blocks - (room % blocks)));
    const from = short * i + longer;
    return data.slice(from, from + short + (i >= blocks - (room % blocks) ? 1 : 0));
  });
  const corrections = parts.map((part) => correct(part, extra));
  const mixed = (lists, most) => Array.from({ length: most }, (_, i) => lists.map((list) => list[i])).flat();
  return [...mixed(parts, short + 1), ...mixed(corrections, extra)].filter((word) => word !== undefined);
}

const coded = (value, length, generator) => {
  let rest = value;
  const top = generator.toString(2).length - 1;
  for (let i = 0; i < length; i++) rest = (rest << 1) ^ ((rest >> (top - 1)) & 1 ? generator : 0);
  return (value << length) | rest;
};

/** Finders, timing, alignment and version; `fixed` are the modules that carry no data. */
function frame(version) {
  const size = 4 * version + 17;
  const dark = Array.from({ length: size }, () => new Array(size).fill(0));
  const fixed = dark.map((row) => [...row]);
  const set = (x, y, value) => { if (dark[y]?.[x] !== undefined) [dark[y][x], fixed[y][x]] = [value ? 1 : 0, 1]; };
  const rings = (cx, cy, reach, isDark) => {
    for (let y = -reach; y <= reach; y++) for (let x = -reach; x <= reach; x++) set(cx + x, cy + y, isDark(Math.max(Math.abs(x), Math.abs(y))));
  };
  for (let i = 0; i < size; i++) {
    set(6, i, i % 2 === 0);
    set(i, 6, i % 2 === 0);
  }
  [[3, 3], [size - 4, 3], [3, size - 4]].forEach(([x, y]) => rings(x, y, 4, (ring) => ring !== 2 && ring !== 4));
  const at = alignment(version);
  const last = at.length - 1;
  at.forEach((y, i) => at.forEach((x, j) => {
    const isFinder = (!i && !j) || (!i && j === last) || (i === last && !j);
    if (!isFinder) rings(x, y, 2, (ring) => ring !== 1);
  }));
  if (version > 6) {
    const bits = coded(version, 12, 0x1f25);
    for (let i = 0; i < 18; i++) {
      const [near, far] = [Math.floor(i / 3), size - 11 + (i % 3)];
      set(far, near, (bits >> i) & 1);
      set(near, far, (bits >> i) & 1);
    }
  }
  putFormat(set, size, 0);
  return { size, dark, fixed, set };
}

function putFormat(set, size, mask) {
  const bits = coded(mask, 10, 0x537) ^ 0x5412;
  for (let i = 0; i < 15; i++) {
    const bit = (bits >> i) & 1;
    if (i < 6) set(8, i, bit);
    else if (i < 8) set(8, i + 1, bit);
    else set(i === 8 ? 7 : 14 - i, 8, bit);
    if (i < 8) set(size - 1 - i, 8, bit);
    else set(8, size - 15 + i, bit);
  }
  set(8, size - 8, 1);
}

/** What makes a code hard to read: long runs, blocks, what looks like a finder, imbalance. */
function penalty(dark) {
  const size = dark.length;
  let sum = 0;
  const columns = dark.map((_, x) => dark.map((row) => row[x]));
  for (const line of [...dark, ...columns]) {
    for (let i = 0, run = 0; i < size; i++) {
      run = i && line[i] === line[i - 1] ? run + 1 : 1;
      if (run === 5) sum += 3;
      else if (run > 5) sum += 1;
      sum += 40 * FINDER_LIKE.filter((pattern) => pattern.every((value, j) => line[i + j] === value)).length;
    }
  }
  for (let y = 1; y < size; y++) {
    for (let x = 1; x < size; x++) {
      const value = dark[y][x];
      if (value === dark[y - 1][x] && value === dark[y][x - 1] && value === dark[y - 1][x - 1]) sum += 3;
    }
  }
  const share = dark.flat().reduce((count, value) => count + value, 0) / size / size;
  return sum + 10 * Math.floor(Math.abs(share - 0.5) * 20);
}

/**
 * The modules of a code as rows of 0 and 1 (dark), without the quiet zone around it.
 * @returns {?number[][]} null where *text* is too long for a code that a phone reads with ease
 */
export function qrModules(text) {
  const bytes = new TextEncoder().encode(text);
  const version = BLOCKS.findIndex((blocks, i) =>
    8 * (capacity(i + 1) - blocks * CORRECTION[i]) >= 4 + (i < 9 ? 8 : 16) + 8 * bytes.length) + 1;
  if (!version) return null;
  const { size, dark, fixed, set } = frame(version);
  const bits = codewords(bytes, version).flatMap((word) => Array.from({ length: 8 }, (_, i) => (word >> (7 - i)) & 1));
  let next = 0;
  for (let right = size - 1; right > 0; right -= right === 8 ? 3 : 2) {
    const isUp = ((right < 6 ? right + 1 : right) + 1 & 2) === 0;
    for (let i = 0; i < size; i++) {
      const y = isUp ? size - 1 - i : i;
      for (const x of [right, right - 1]) if (!fixed[y][x]) dark[y][x] = bits[next++] ?? 0;
    }
  }
  const masked = MASKS.map((mask, n) => {
    putFormat(set, size, n);
    return dark.map((row, y) => row.map((value, x) => (!fixed[y][x] && mask(x, y) === 0 ? 1 - value : value)));
  });
  return masked.reduce((best, each) => (penalty(each) < penalty(best) ? each : best));
}

/** A code as a picture, dark on light in every theme: cameras want it so. */
export function qrPicture(text, label) {
  const rows = qrModules(text);
  if (!rows) return null;
  const size = rows.length + 8;
  const d = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x + 4} ${y + 4}h1v1h-1z` : ""))).join("");
  return svg("svg", { class: "qr", viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": label, "shape-rendering": "crispEdges" },
    svg("rect", { class: "qr-light", width: size, height: size }), svg("path", { class: "qr-dark", d }));
}
