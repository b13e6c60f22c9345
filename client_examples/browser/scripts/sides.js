/** The sides of a contest: whom it is against, and who of them has not reacted. */
export const opponents = ({ against, others = [] }) => [against, ...others];
export const awaited = (contest) => opponents(contest).filter((id) => !contest.reactions?.some(({ character }) => character === id));
/** Names between words: "Brick, the guard and the hound", each apart from ours. */
export const named = (names) => names.flatMap((name, i) => [i === 0 ? "" : i === names.length - 1 ? " and " : ", ", name]);
