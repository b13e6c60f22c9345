/** Dark or light: as the system says, unless this browser was told otherwise. */

const KEY = "coterie.theme";
const systemIsLight = matchMedia("(prefers-color-scheme: light)");

function saved() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

const apply = (theme) => { if (theme === "dark" || theme === "light") document.documentElement.dataset.theme = theme; };

export const theme = () => document.documentElement.dataset.theme ?? (systemIsLight.matches ? "light" : "dark");

/** Change to the other theme, and keep the choice in this browser. */
export function switchTheme() {
  const next = theme() === "dark" ? "light" : "dark";
  apply(next);
  try {
    localStorage.setItem(KEY, next);
  } catch { /* Then it holds for this page. */ }
  return next;
}

apply(saved());
