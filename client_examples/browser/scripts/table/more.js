/** What is rarer: a menu that closes with a choice, with Escape, and when it is left. */
import { closeWhenLeft, h, intoView } from "../dom.js";
import { icon } from "../icons.js";

/**
 * @param {string} key by which the menu is known again when it is drawn anew
 * @param {(Element|false|undefined)[]} entries its buttons
 */
export function moreMenu(key, entries) {
  const more = h("details.menu", { ontoggle: intoView }, h("summary", { "data-key": key }, "More", icon("down")), h("div.menu-list", entries));
  more.addEventListener("click", ({ target }) => {
    if (!target.closest(".menu-list button")) return;
    // A dialog that is still to come gives the focus back to what is there then.
    if (more.contains(document.activeElement)) more.firstChild.focus();
    more.open = false;
  });
  closeWhenLeft(more);
  more.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !more.open) return;
    event.stopPropagation();
    more.open = false;
    more.firstChild.focus();
  });
  return more;
}
