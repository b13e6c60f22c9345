async ({ vectors, digests }) => {
  const at = (name) => import(new URL(`scripts/dice/${name}.js`, location).href);
  const [{ sha256, hmac }, { LANES, drawFaces, laneContext, potOf, sameBytes, stepDown, treeRoot }] = [await at("sha256"), await at("scheme")];
  const bytes = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  const hex = (all) => Array.from(all, (byte) => byte.toString(16).padStart(2, "0")).join("");
  const book = bytes(vectors.book);
  const wrong = [];
  let right = 0;
  const expect = (what, is) => { if (is) right++; else wrong.push(what); };

  for (const { data, key, ...made } of digests) {
    const [message, secret] = [Uint8Array.from(data), Uint8Array.from(key)];
    expect(`sha256 of ${data.length}`, hex(sha256(message)) === made.sha256);
    expect(`hmac of ${data.length}`, hex(hmac(secret, message)) === made.hmac);
    expect(`sha256 in two parts of ${data.length}`, hex(sha256(message.slice(0, 5), message.slice(5))) === made.sha256);
  }

  const contextOf = ({ lane, context }) => (context ? bytes(context) : laneContext(vectors.room, book, lane, vectors.player));
  function isCommitted(roll) {
    const { lane, n, path } = roll;
    const { size, isLadder } = LANES[lane];
    if (n < 0 || n >= size) return false;
    let value = bytes(roll.key);
    if (!isLadder) value = treeRoot(contextOf(roll), n, value, bytes(path));
    else for (let i = n; i >= 0; i--) value = stepDown(contextOf(roll), i, value);
    return value !== null && sameBytes(value, bytes(vectors.commitments[lane]));
  }
  const flipped = (text, bit) => {
    const all = bytes(text);
    all[bit >> 3] ^= 1 << (bit & 7);
    return hex(all);
  };

  for (const { room, lane, member, context } of vectors.contexts) expect(`context of ${lane} in ${room}`, hex(laneContext(room, book, lane, member)) === context);
  for (const roll of vectors.rolls) {
    const { lane, n, key, entropy, sides, faces } = roll;
    const drawn = (k, e) => drawFaces(bytes(k), contextOf(roll), n, bytes(e), sides).join();
    expect(`faces of ${lane} ${n}`, drawn(key, entropy) === faces.join());
    for (const bit of [0, 77, 255]) {
      const tenfold = (e) => drawFaces(bytes(key), contextOf(roll), n, bytes(e), Array(40).fill(10)).join();
      expect(`entropy of ${lane} ${n}, bit ${bit}`, tenfold(flipped(entropy, bit)) !== tenfold(entropy));
    }
    if (!LANES[lane].isLadder && !roll.path) continue;
    expect(`key of ${lane} ${n}`, isCommitted(roll));
    for (const bit of n > 4000 ? [9] : [0, 77, 255]) expect(`key of ${lane} ${n}, bit ${bit}`, !isCommitted({ ...roll, key: flipped(key, bit) }));
  }
  for (const { why, roll, with: changes } of vectors.must_fail) expect(why, !isCommitted({ ...vectors.rolls[roll], ...changes }));
  for (const { room, entries, pot } of vectors.pots) expect(`pot of ${entries.length} in ${room}`, hex(potOf(room, book, new Map(entries.map(([member, entropy]) => [member, bytes(entropy)])))) === pot);
  return { wrong, right };
}
