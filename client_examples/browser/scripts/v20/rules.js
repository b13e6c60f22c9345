/** The switches of V20 as these pages read them: what each preset sets, and what a room says. Knows nothing of elements. */

/** What presets set otherwise than V20’s book, which says the first value of every switch. */
export const PRESETS = { v20_book: {}, v20_table: { specialty: "reroll", multiple_actions: "split_plus_one" },
  v20_engine: { multiple_actions: "none", willpower_lock: "none" }, v20_engine_casual: { mode: "casual", multiple_actions: "none", willpower_lock: "none" } };
/** Names of the presets, and what sets them apart. */
export const PRESET_WORDS = { v20_book: "V20, as the book has it", v20_table: "V20, as many tables play it", v20_engine: "V20, engine", v20_engine_casual: "V20, engine, casual" };

/** What house rules, or those of a receipt, say to a switch; undefined is what the book says. */
export const ruleOf = ({ preset, switches } = {}, name) => switches?.[name] ?? PRESETS[preset]?.[name];
