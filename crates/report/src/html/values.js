// The values of shared variables at the current step; what the step changed comes first.

const CELLS_SHOWN = 300;

class ValuesPane {
  constructor(trace) {
    this.cells = cellHistories(trace);
    this.index = 0;
    this.filter = make("input", { type: "search", placeholder: "filter", "aria-label": "filter variables", oninput: () => this.show(this.index) });
    this.body = make("tbody");
    this.more = make("p", { class: "faint" });
    const head = make("thead", {}, make("tr", {}, ["shared variable", "value", "by"].map((name) => make("th", {}, name))));
    this.element = make("section", {},
      make("div", { class: "title" }, "Values after this step", make("span", { class: "spacer" }), this.filter),
      make("div", { class: "values", tabindex: "0" }, make("table", {}, head, this.body), this.more));
  }

  show(index) {
    this.index = index;
    const wanted = this.filter.value.toLowerCase();
    const rows = [];
    for (const [name, history] of this.cells) {
      if (wanted && !name.toLowerCase().includes(wanted)) continue;
      const now = valueAt(history, index);
      const touched = now && now.index === index;
      rows.push({ name, now, touched });
    }
    rows.sort((a, b) => Number(b.touched) - Number(a.touched));
    this.body.replaceChildren(...rows.slice(0, CELLS_SHOWN).map((row) => this.row(row)));
    const left = rows.length - CELLS_SHOWN;
    this.more.textContent = left > 0 ? `… and ${left} more; the filter finds them` : rows.length ? "" : "No step of this run touches shared memory.";
  }

  row({ name, now, touched }) {
    const value = [];
    if (now && now.changed && now.previous !== null) value.push(make("span", { class: "previous" }, now.previous));
    value.push(now ? now.value : "–");
    const who = now && now.thread !== null && now.thread !== undefined;
    return make("tr", { class: touched ? "changed" : "" },
      make("td", {}, name), make("td", { "data-cell": name }, value),
      make("td", who ? { style: `color:${threadColor(now.thread)}` } : {}, who ? threadName(now.thread) : ""));
  }
}
