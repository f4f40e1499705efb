// One finding: what it is, and its counterexample to step through, beside the source and the values.

class FindingView {
  constructor(finding) {
    this.finding = finding;
    showRunOf(finding);
    this.trace = finding.trace.length ? finding.trace : [{ thread: 0, kind: "fault", text: finding.message, visible: true, location: finding.location }];
    this.source = new SourcePane();
    this.values = new ValuesPane(this.trace);
    this.steps = new TracePane(this.trace, (index) => this.go(index));
    this.counter = make("output");
    this.element = make("article", { class: "finding" }, this.head(), this.bar(),
      make("div", { class: "panes" }, this.steps.element, make("div", { class: "side" }, this.source.element, this.values.element)));
    this.go(this.trace.length - 1);
  }

  head() {
    const finding = this.finding;
    const info = page.codes[finding.code];
    const about = make("p", { class: "pre" }, info ? `${info.explanation.trim()}\n\nhelp: ${info.help}` : finding.kind);
    const inputs = finding.inputs.filter((input) => !input.hidden);
    const rows = inputs.map((input) => make("tr", {}, make("td", { class: "mono" }, input.name), make("td", { class: "mono" }, input.value),
      make("td", { class: "faint" }, `${input.ty} ${input.location ? `at ${place(input.location)}` : ""}`)));
    const picture = finding.heap ? heapPicture(finding.heap) : null;
    const heap = !finding.heap ? [] : picture ? [picture] : heapLines(finding.heap).map((line) => make("div", { class: "mono" }, line));
    const graph = graphPicture(finding);
    const stack = finding.stack.map((frame) => make("div", { class: "mono" }, `${frame.function || "?"}  ${place(frame)}`));
    const related = finding.related.map((item) => make("div", {}, `${item.label} `, make("span", { class: "mono faint" }, place(item.location))));
    // What lies on the ways to a target; what the run did of it leads to the step.
    const elements = (finding.elements || []).map(({ text, location, step }) => make("div", { class: step === undefined ? "faint" : "served", onclick: step === undefined ? null : () => this.go(step) },
      make("span", { class: "mono" }, step === undefined ? "·" : "✓"), ` ${text} `, make("span", { class: "mono faint" }, location ? place(location) : "")));
    const system = (report.abstract_systems || []).find((one) => one.finding === finding.id);
    const folded = (title, content) => make("details", {}, make("summary", {}, title), make("div", {}, content));
    return make("div", { class: "head" },
      make("h1", {}, make("span", { class: "bad" }, finding.code), ` ${titleOf(finding.code, finding.kind)}`,
        finding.suppressed ? make("span", { class: "tag" }, `suppressed: ${finding.suppressed}`) : null,
        finding.known ? make("span", { class: "tag" }, "in the baseline") : null,
        finding.certainty ? make("span", { class: finding.certainty === "confirmed" ? "tag good" : "tag doubt" }, finding.certainty === "confirmed" ? "confirmed by a run from main" : `possible: starts at ${placesOf(finding.context)}`) : null,
        finding.replayed ? make("span", { class: "tag good" }, "confirmed by replay") : make("span", { class: "tag doubt" }, "not confirmed")),
      make("div", { class: "message" }, finding.message, " ", make("span", { class: "mono faint" }, place(finding.location))),
      related.length ? make("div", {}, related) : null,
      heap.length ? make("div", {}, make("div", { class: "faint" }, finding.context ? "starts with" : "called with"), heap) : null,
      graph ? make("div", {}, make("div", { class: "faint" }, `what memory model ${report.memory_model} lets reads see`), graph) : null,
      inputs.length ? folded(counted(inputs.length, "input"), make("table", {}, make("tbody", {}, rows))) : null,
      system ? folded(`abstract system of ${counted(elements.length, "element")}, ${counted(system.traces.length, "abstract trace")}`, [abstractPicture(system, (step) => this.go(step)), elements])
        : elements.length ? folded(counted(elements.length, "element") + " on the way", elements) : null,
      stack.length > 1 ? folded(`call stack of ${stack.length} frames`, stack) : null,
      folded("what this means", about));
  }

  bar() {
    const several = this.steps.threads.length > 1;
    const all = make("input", { type: "checkbox", id: "all", onchange: () => this.toggleAll() });
    all.checked = this.steps.showAll;
    const arrows = make("input", { type: "checkbox", id: "arrows", onchange: () => this.toggleArrows() });
    arrows.checked = true;
    const button = (text, title, action) => make("button", { title, onclick: action }, text);
    this.boxes = { all, arrows };
    return make("div", { class: "bar" },
      button("«", "first step (Home)", () => this.go(this.steps.rows[0])),
      button("‹", "one step back (←)", () => this.go(this.steps.moved(-1))), this.counter,
      button("›", "one step on (→)", () => this.go(this.steps.moved(1))),
      button("»", "last step (End)", () => this.go(this.trace.length - 1)),
      make("label", {}, all, "local work too"),
      several ? make("label", {}, arrows, "order between threads") : null,
      several ? make("span", { class: "legend" }, make("i"), "happens before") : null,
      several ? make("span", { class: "legend" }, make("i", { class: "conflicts" }), "same variable, in this order") : null,
      make("span", { class: "spacer" }),
      make("span", { class: "keys" }, make("kbd", {}, "← →"), " step  ", several ? [make("kbd", {}, "⇧← ⇧→"), " switch  "] : null, make("kbd", {}, "a"), " all  ", make("kbd", {}, "n p"), " finding"));
  }

  /** Where each thread is at a step: at its last step so far. */
  positionsAt(index) {
    const positions = new Map();
    for (let at = index; at >= 0 && positions.size < this.steps.threads.length; at--) {
      const step = this.trace[at];
      if (step.location && !positions.has(step.thread)) positions.set(step.thread, step.location);
      // A thread that has not moved for so long is found by nobody.
      if (index - at > 5000) break;
    }
    return positions;
  }

  /** Called once it is in the document: only then there are sizes to lay out by. */
  shown() {
    this.steps.layout();
    this.go(this.current);
  }

  go(index) {
    this.current = index;
    this.steps.select(index);
    const step = this.trace[index];
    this.source.show(step.location || this.finding.location, this.positionsAt(index), this.finding.location);
    this.values.show(index);
    this.counter.textContent = `step ${grouped(index + 1)} of ${grouped(this.trace.length)}`;
  }

  toggleAll() {
    this.steps.showAll = this.boxes.all.checked;
    this.steps.choose();
    this.steps.layout();
    this.go(this.steps.rows[this.steps.rowOf[this.current]]);
  }

  toggleArrows() {
    this.steps.showArrows = this.boxes.arrows.checked;
    this.steps.render();
  }

  key(event) {
    const steps = this.steps;
    const page = Math.max(1, Math.floor(steps.view.clientHeight / ROW_HEIGHT) - 2);
    const sideways = event.shiftKey ? (direction) => steps.nextSwitch(direction) : (direction) => steps.moved(direction);
    const actions = {
      ArrowRight: () => this.go(sideways(1)), ArrowDown: () => this.go(sideways(1)), j: () => this.go(steps.moved(1)),
      ArrowLeft: () => this.go(sideways(-1)), ArrowUp: () => this.go(sideways(-1)), k: () => this.go(steps.moved(-1)),
      Home: () => this.go(steps.rows[0]), End: () => this.go(this.trace.length - 1),
      PageDown: () => this.go(steps.moved(page)), PageUp: () => this.go(steps.moved(-page)),
      a: () => { this.boxes.all.checked = !this.boxes.all.checked; this.toggleAll(); },
      o: () => { this.boxes.arrows.checked = !this.boxes.arrows.checked; this.toggleArrows(); },
    };
    const action = actions[event.key];
    if (!action) return false;
    action();
    return true;
  }
}
