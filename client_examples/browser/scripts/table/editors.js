/** The editors of a character, fetched when the first of them is opened. */
import { wanted } from "../dialog.js";
import { game } from "../system.js";

const load = () => game?.dialogs.editor() ?? import("./editor.js");
export const editTracker = (...of) => wanted(load, (part) => part.editTracker(...of));
export const wholeSheet = (...of) => wanted(() => game?.dialogs.whole_sheet() ?? import("./whole_sheet.js"), (part) => part.wholeSheet(...of));
export const pickPart = (...of) => wanted(() => import("./picker.js"), (part) => part.pickPart(...of));
export const deeds = (name, ...of) => wanted(() => game?.dialogs.deeds() ?? import("./deeds.js"), (part) => part[name](...of));
export const beginEffect = (...of) => wanted(() => import("./effect_editor.js"), (part) => part.beginEffect(...of));
