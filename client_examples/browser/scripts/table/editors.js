/** The editors of a character, fetched when the first of them is opened. */
import { wanted } from "../dialog.js";
import { played } from "../system.js";

export const editTracker = (...of) => wanted(() => played.dialogs.editor(), (part) => part.editTracker(...of));
export const wholeSheet = (...of) => wanted(() => played.dialogs.whole_sheet(), (part) => part.wholeSheet(...of));
export const pickPart = (...of) => wanted(() => import("./picker.js"), (part) => part.pickPart(...of));
export const deeds = (name, ...of) => wanted(() => played.dialogs.deeds(), (part) => part[name](...of));
export const burn = (...of) => wanted(() => import("./burning.js"), (part) => part.burn(...of));
export const beginEffect = (...of) => wanted(() => import("./effect_editor.js"), (part) => part.beginEffect(...of));
export const beliefs = (...of) => wanted(() => import("./beliefs.js"), (part) => part.beliefs(...of));
export const chronicle = (...of) => wanted(() => import("./beliefs.js"), (part) => part.chronicle(...of));
