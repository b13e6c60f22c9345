/**
 * SHA-256 and HMAC (FIPS 180-4, RFC 2104) of our own: `crypto.subtle` exists on https and localhost alone,
 * and a table in a home network has neither. On the short inputs of a ladder it is quicker, too.
 */

const isPrime = (n) => {
  for (let d = 2; d * d <= n; d++) if (n % d === 0) return false;
  return true;
};
const PRIMES = [];
for (let n = 2; PRIMES.length < 64; n++) if (isPrime(n)) PRIMES.push(n);
/** The first 32 bits of the fractional part of a root. */
const fraction = (root) => Math.floor((root - Math.floor(root)) * 2 ** 32) >>> 0;
const START = Uint32Array.from(PRIMES.slice(0, 8), (p) => fraction(Math.sqrt(p)));
const ROUND = Uint32Array.from(PRIMES, (p) => fraction(Math.cbrt(p)));

const BLOCK = 64;
const words = new Uint32Array(64);
const turn = (x, n) => (x >>> n) | (x << (32 - n));

function compress(state, bytes, at) {
  for (let i = 0; i < 16; i++, at += 4) words[i] = (bytes[at] << 24) | (bytes[at + 1] << 16) | (bytes[at + 2] << 8) | bytes[at + 3];
  for (let i = 16; i < 64; i++) {
    const [early, late] = [words[i - 15], words[i - 2]];
    words[i] = words[i - 16] + words[i - 7] + (turn(early, 7) ^ turn(early, 18) ^ (early >>> 3)) + (turn(late, 17) ^ turn(late, 19) ^ (late >>> 10));
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let i = 0; i < 64; i++) {
    const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + ROUND[i] + words[i]) | 0;
    const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => { state[i] += word; });
}

/** One after another, as one array of bytes. */
export function joined(...parts) {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** The 32 bytes of the hash of *parts*, one after another. */
export function sha256(...parts) {
  const message = joined(...parts);
  const padded = new Uint8Array(Math.ceil((message.length + 9) / BLOCK) * BLOCK);
  padded.set(message);
  padded[message.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(message.length / 2 ** 29));
  view.setUint32(padded.length - 4, message.length << 3);
  const state = START.slice();
  for (let at = 0; at < padded.length; at += BLOCK) compress(state, padded, at);
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, i) => digest.setUint32(4 * i, word));
  return new Uint8Array(digest.buffer);
}

/** The 32 bytes of HMAC-SHA-256. */
export function hmac(key, ...parts) {
  const block = joined(key.length > BLOCK ? sha256(key) : key, new Uint8Array(BLOCK)).subarray(0, BLOCK);
  const inner = sha256(block.map((byte) => byte ^ 0x36), ...parts);
  return sha256(block.map((byte) => byte ^ 0x5c), inner);
}
