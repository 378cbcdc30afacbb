// Searching in the operations: what they say, where they are, what they are about.

class Finder {
  constructor(onFound, onChange, onLeave) {
    this.onFound = onFound;
    this.onChange = onChange;
    this.input = byId("search");
    this.hits = new Set();
    this.input.addEventListener("input", () => this.find());
    this.input.addEventListener("keydown", (event) => {
      if (event.key === "Enter") this.next(event.shiftKey ? -1 : 1);
      else if (event.key === "Escape") onLeave();
      else return;
      event.preventDefault();
      event.stopPropagation();
    });
  }

  use(model) {
    this.model = model;
    this.texts = null;
    this.find();
  }

  textOf(event, i) {
    const {name, start} = this.model.thread(event.thread);
    return [event.text, this.model.extra.calls[i], shownPlace(event), event.function, name, start].join("\n").toLowerCase();
  }

  find() {
    const word = this.input.value.trim().toLowerCase();
    this.texts ??= this.model?.events.map((event, i) => this.textOf(event, i)) ?? [];
    this.found = word ? [...this.texts.keys()].filter((i) => this.texts[i].includes(word)) : [];
    this.found = [...new Set(this.found.map((i) => this.model.extra.rows[i]).filter((i) => i >= 0))];
    this.hits = new Set(this.found);
    this.at = -1;
    byId("hits").textContent = word ? `${this.found.length || "none"}` : "";
    if (this.found.length) this.next(1);
    else this.onChange();
  }

  next(direction) {
    if (!this.found?.length) return;
    this.at = (this.at + direction + this.found.length) % this.found.length;
    byId("hits").textContent = `${this.at + 1} of ${this.found.length}`;
    this.onFound(this.found[this.at]);
  }
}
