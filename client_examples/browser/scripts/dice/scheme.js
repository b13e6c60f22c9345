/**
 * The arithmetic of dice that can be checked: lanes, ladders, trees, faces and the pot. Pure: bytes in, bytes or
 * yes and no out; knows nothing of events, pages or storage.
 */
import { hmac, joined, sha256 } from "./sha256.js";

/** Lanes: their byte in hashes, how many rolls they hold, and whether their keys hang on a ladder or in a tree. */
export const LANES = {
  open: { byte: 1, size: 4096, isLadder: true }, own: { byte: 2, size: 1024, isLadder: false },
  table: { byte: 3, size: 4096, isLadder: true }, secret: { byte: 4, size: 1024, isLadder: false },
};
const DEPTH = 10;
const HASH = 32;

const encoder = new TextEncoder();
const tag = (name) => encoder.encode(`coterie.dice.1/${name}\0`);
const STEP = tag("step"), LEAF = tag("leaf"), NODE = tag("node"), FACES = tag("faces"), LANE = tag("lane"), POT = tag("pot");
const u32 = (n) => Uint8Array.of(n >>> 24, n >>> 16, n >>> 8, n);
const text = (words) => {
  const bytes = encoder.encode(words);
  return joined(u32(bytes.length), bytes);
};

export const sameBytes = (one, other) => one.length === other.length && one.every((byte, i) => byte === other[i]);

/** What ties hashes to a room, a book, a lane and, for players' lanes, a member. */
export const laneContext = (room, book, lane, member) =>
  sha256(LANE, text(room), book, Uint8Array.of(LANES[lane].byte), text(["open", "own"].includes(lane) ? member : ""));

/** One rung down: from the value of rung i + 1 to that of rung i. */
export const stepDown = (context, i, value) => sha256(STEP, context, u32(i), value);

/** The root that a leaf and its path of ten siblings lead to; null where the path has another length. */
export function treeRoot(context, n, key, path) {
  if (path.length !== DEPTH * HASH) return null;
  let node = sha256(LEAF, context, u32(n), key);
  for (let i = 0; i < DEPTH; i++) {
    const sibling = path.subarray(HASH * i, HASH * (i + 1));
    node = (n >>> i) & 1 ? sha256(NODE, sibling, node) : sha256(NODE, node, sibling);
  }
  return node;
}

/** Faces of dice with these sides, in order: bytes that would make some faces likelier are passed over. */
export function drawFaces(key, context, n, entropy, sides) {
  const faces = [];
  for (let j = 0; faces.length < sides.length; j++) {
    for (const byte of hmac(key, FACES, context, u32(n), entropy, u32(j))) {
      const d = sides[faces.length];
      if (d !== undefined && byte < 256 - (256 % d)) faces.push((byte % d) + 1);
    }
  }
  return faces;
}

/** As UTF-8 bytes compare, which for text beyond U+FFFF is not how JavaScript sorts. */
function byBytes(one, other) {
  const [a, b] = [encoder.encode(one), encoder.encode(other)];
  const at = a.findIndex((byte, i) => byte !== b[i]);
  return at < 0 || at >= b.length ? a.length - b.length : a[at] - b[at];
}

/** What the house's dice hang on. @param {Map<string, Uint8Array>} entries entropy by member */
export const potOf = (room, book, entries) => sha256(POT, text(room), book, u32(entries.size),
  ...[...entries.keys()].sort(byBytes).flatMap((member) => [text(member), entries.get(member)]));
