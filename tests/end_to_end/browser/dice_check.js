async ({ lines, kept, room, me, base }) => {
  const { Checker } = await import(new URL("scripts/dice/check.js", location).href);
  const states = async (pushes, viewer, from) => {
    const checker = new Checker({ room, me, isStoryteller: false, kept: () => kept, ...viewer }, from);
    const found = {};
    for (const push of pushes) {
      const verdict = await checker.take(push);
      if (verdict) found[push.seq] = verdict.state;
    }
    return found;
  };
  const found = [];
  for (const { pushes, at } of lines) found.push(at ? (await states(pushes))[at] : await states(pushes));
  const [honest] = lines;
  const other = structuredClone(kept);
  other.open.drawn[0] = "AAAA";
  delete other.own.drawn[0];
  other.added = [];
  const elder = structuredClone(other);
  elder.own.first = elder.c = 1;
  const swapped = structuredClone(kept);
  swapped.lanes.jo[0] = kept.table;
  return { found, foreign: await states(honest.pushes, { kept: () => other }), elder: await states(honest.pushes, { kept: () => elder }),
    swapped: await states(honest.pushes, { kept: () => swapped }), late: await states(honest.pushes.slice(1), {}, base), unknown: await states(honest.pushes.slice(1)) };
}
