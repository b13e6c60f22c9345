async () => {
  const at = (name) => import(new URL(`scripts/${name}.js`, location).href);
  const [{ Claims, laneOf, ROLLING }, { foldBook }] = [await at("dice/claims"), await at("dice/book")];
  const seat = { server: "ws://there", room: "room-1", member: "mara" };
  const found = { rolling: ROLLING };
  const opened = (book, lanes = [{ member: "mara", open: "o", own: "w" }]) => ({ type: "book_opened", book, reason: "session", table: "t", secret: "s", lanes });
  const record = { me: "mara", role: "player", entries: [], usual: "public", dice: null };
  const happen = (claims, event, seq = 0) => {
    record.dice = foldBook(record.dice, event, "mara");
    claims.pin(record.dice);
    claims.see({ event, seq }, record);
  };
  const proof = (n, entropy, lane = "open", book = "B1") => ({ book, lane, n, key: "k", entropy, member: "mara" });
  const roll = { type: "roll", pool: 5 };
  const fresh = () => new Claims(seat);
  let claims = fresh();

  found.without = claims.serves(roll, record);
  happen(claims, opened("B1"));
  found.owes = claims.owes(record);
  const added = claims.entropy(record.dice.book);
  found.added = [added.type, added.book, atob(added.entropy).length, claims.owes(record)];
  found.serves = [claims.serves(roll, record), claims.serves({ ...roll, entered: {} }, record), claims.serves({ type: "settle_roll" }, record),
    claims.serves(roll, { ...record, role: "storyteller" })];

  const first = claims.claim(roll, record).dice;
  found.first = [first.book, first.lane, first.n, atob(first.entropy).length, first.entropy !== added.entropy];
  // Whatever is asked instead, and after the tab was loaded anew: the same entropy for the same number.
  claims = fresh();
  found.again = [claims.claim({ type: "rouse" }, record).dice, claims.claim({ ...roll, visibility: "public" }, record).dice].every((each) => JSON.stringify(each) === JSON.stringify(first));
  const own = claims.claim({ ...roll, visibility: "private" }, record).dice;
  found.own = [own.lane, own.n, own.entropy !== first.entropy];

  // The server says that the number is gone, and nothing was seen of it.
  found.skipped = claims.answered({ ...roll, dice: first }, { code: "dice_moved", next_n: 1 });
  found.stays = claims.claim(roll, record).dice.n;
  // Another device was quicker: its roll is in the log.
  happen(claims, { type: "roll_resolved", member: "mara", proof: proof(0, "another") }, 1);
  found.moved = claims.answered({ ...roll, dice: first }, { code: "dice_moved", next_n: 1 });
  const second = claims.claim(roll, record).dice;
  found.second = [second.n, second.entropy !== first.entropy];
  claims.answered({ ...roll, dice: second }, { code: undefined, took: 1 });
  found.taken = claims.claim(roll, record).dice.n;
  // Accepted without a number: it is still free, and its entropy stays.
  const third = claims.claim(roll, record).dice;
  claims.answered({ ...roll, dice: third }, { code: undefined });
  found.untaken = claims.claim(roll, record).dice.entropy === third.entropy;

  found.lane = claims.answered({ ...roll, dice: third }, { code: "lane_mismatch", accepted: "own" });
  // A blind roll of another device takes a number that nobody tells.
  found.blindSkip = claims.answered({ ...roll, visibility: "blind", dice: own }, { code: "dice_moved", next_n: 1 });
  happen(claims, { type: "blind_roll_made", member: "mara", character: null }, 7);
  fresh().see({ event: { type: "blind_roll_made", member: "mara" }, seq: 7 }, record);
  found.blindMoved = claims.answered({ ...roll, visibility: "blind", dice: own }, { code: "dice_moved", next_n: 1 });
  const blind = claims.claim({ ...roll, visibility: "blind" }, record).dice;
  claims.answered({ ...roll, visibility: "blind", dice: blind }, { took: 1 });
  happen(claims, { type: "blind_roll_made", member: "mara", character: null }, 8);
  const next = claims.claim({ ...roll, visibility: "blind" }, record).dice;
  found.ownBlind = [blind.n, next.n, claims.answered({ ...roll, visibility: "blind", dice: next }, { code: "dice_moved", next_n: 3 })];

  // A new book: new entropy, and what was asked under the old one is told apart.
  const lost = claims.claim(roll, record).dice;
  happen(claims, opened("B2"));
  found.changed = [claims.answered({ ...roll, dice: lost }, { code: "book_changed" }), claims.read("B1").lost, claims.owes(record)];
  const renewed = claims.claim(roll, record).dice;
  found.renewed = [renewed.book, renewed.n, renewed.entropy !== lost.entropy];
  found.noClaim = claims.answered(roll, { code: "book_changed" });

  // What was announced first holds.
  record.dice = { ...record.dice, lanes: [{ member: "mara", open: "other", own: "w" }] };
  claims.pin(record.dice);
  found.clash = [claims.read("B2").clash, claims.claim(roll, record).refusal?.code, claims.claim({ ...roll, visibility: "private" }, record).dice?.lane];

  record.requests = [{ request: "q1", visibility: "whisper" }, { request: "q2" }];
  record.entries = [{ event: { type: "roll_resolved", roll: "r1", visibility: "private" } }, { event: { type: "contest_opened", contest: { contest: "c1" }, visibility: "public" } },
    { event: { type: "contest_opened", contest: { contest: "c2" }, visibility: "whisper" } }];
  found.lanes = [{ type: "reroll", roll: "r1" }, { type: "answer_contest", contest: "c1" }, { type: "answer_contest", contest: "c2" }, roll, { ...roll, visibility: "blind" }, { ...roll, request: "q1" }, { ...roll, request: "q2", visibility: "private" }].map((each) => laneOf(each, record));
  for (const list of [found.skipped, found.blindSkip, found.ownBlind[2]]) list.refusal = [list.refusal.code, list.refusal.n, list.refusal.message.includes(`number ${list.refusal.n + 1} `)];
  return found;
}
