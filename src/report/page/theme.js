// The theme is that of the machine until it is chosen here. Storage may be refused to a file.

const dark = matchMedia("(prefers-color-scheme: dark)");
function stored(change) {
  try {
    return change ? localStorage.setItem("heddle-theme", change) : localStorage.getItem("heddle-theme");
  } catch {
    return null;
  }
}
function setTheme(theme) {
  if (theme) document.documentElement.dataset.theme = theme;
  byId("theme").textContent = themeNow() === "dark" ? "Light" : "Dark";
}
function themeNow() {
  return document.documentElement.dataset.theme ?? (dark.matches ? "dark" : "light");
}
function toggleTheme() {
  const other = themeNow() === "dark" ? "light" : "dark";
  setTheme(other);
  stored(other);
}
function followTheme() {
  setTheme(stored());
  dark.addEventListener("change", () => setTheme(stored()));
}
