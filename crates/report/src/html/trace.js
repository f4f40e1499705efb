// The counterexample: one column per thread, one row per step, arrows for the order between threads. Only the rows in view
// exist in the document, so ten thousand steps cost as much as fifty.

const ROW_HEIGHT = 24;
const LEFT = 58;
const NARROWEST = 170;
const OVERSCAN = 12;

class TracePane {
  constructor(trace, onselect) {
    this.trace = trace;
    this.onselect = onselect;
    this.threads = threadsOf(trace);
    this.column = new Map(this.threads.map((thread, index) => [thread, index]));
    this.showAll = this.threads.length < 2;
    this.showArrows = true;
    this.current = 0;
    this.head = make("div", { class: "columns" });
    this.sheet = make("div", { class: "sheet" });
    this.arrows = draw("svg", { class: "arrows" });
    this.rowLayer = make("div");
    this.view = make("div", { class: "rows", tabindex: "0", role: "listbox", "aria-label": "steps", onscroll: () => this.render() }, this.sheet);
    this.element = make("section", { class: "trace" }, this.head, this.view);
    this.edges = [];
    trace.forEach((step, to) => (step.after || []).forEach(({ step: from, because }) => this.edges.push({ from, to, because })));
    this.choose();
    new ResizeObserver(() => this.layout()).observe(this.view);
  }

  /** Which steps are rows. The current step stays one, or its nearest neighbour takes its place. */
  choose() {
    this.rows = [];
    this.rowOf = new Int32Array(this.trace.length);
    this.trace.forEach((step, index) => {
      if (this.showAll || step.visible || step.kind === "fault" || step.kind === "input") this.rows.push(index);
      this.rowOf[index] = Math.max(0, this.rows.length - 1);
    });
    if (!this.rows.length) this.rows = this.trace.map((_, index) => index);
  }

  layout() {
    const room = this.view.clientWidth - LEFT;
    this.width = Math.max(NARROWEST, Math.floor(room / Math.max(1, this.threads.length)));
    const total = LEFT + this.width * this.threads.length;
    this.sheet.style.width = `${total}px`;
    this.sheet.style.height = `${this.rows.length * ROW_HEIGHT + 8}px`;
    const lifelines = this.threads.map((thread, index) =>
      make("div", { class: "lifeline", style: `left:${this.x(index) - 1}px;top:0;height:100%;background:${threadColor(thread)}` }));
    this.sheet.replaceChildren(...lifelines, this.rowLayer, this.arrows);
    this.head.replaceChildren(...this.threads.map((thread, index) =>
      make("span", { style: `left:${LEFT + this.width * index + 14}px;max-width:${this.width - 20}px;color:${threadColor(thread)}` }, threadName(thread))));
    this.render();
  }

  /** Races and deadlocks have no step of their own: the last one completes them. */
  isFault(index) {
    return this.trace[index].kind === "fault" || index === this.trace.length - 1;
  }

  x(column) {
    return LEFT + this.width * column + 8;
  }

  y(row) {
    return row * ROW_HEIGHT + ROW_HEIGHT / 2;
  }

  render() {
    if (!this.width) return;
    for (const span of this.head.children) span.style.transform = `translateX(${-this.view.scrollLeft}px)`;
    const first = Math.max(0, Math.floor(this.view.scrollTop / ROW_HEIGHT) - OVERSCAN);
    const last = Math.min(this.rows.length, Math.ceil((this.view.scrollTop + this.view.clientHeight) / ROW_HEIGHT) + OVERSCAN);
    const shown = [];
    for (let row = first; row < last; row++) shown.push(this.row(row));
    this.rowLayer.replaceChildren(...shown);
    this.drawArrows(first, last);
  }

  row(row) {
    const index = this.rows[row];
    const step = this.trace[index];
    const classes = ["row"];
    if (index === this.current) classes.push("here");
    if (this.isFault(index)) classes.push("fault");
    else if (!step.visible) classes.push("hidden-work");
    const column = this.column.get(step.thread);
    const left = this.x(column) + 12;
    return make("div", {
      class: classes.join(" "), style: `top:${row * ROW_HEIGHT}px`, "data-step": index, role: "option",
      "aria-selected": index === this.current, title: `${place(step.location)}  ${step.text}`, onclick: () => this.onselect(index),
    },
      make("span", { class: "number" }, String(index + 1)),
      make("span", { class: "text", style: `left:${left}px;width:${this.width - 22}px` }, step.text));
  }

  drawArrows(first, last) {
    this.arrows.setAttribute("width", this.sheet.clientWidth);
    this.arrows.setAttribute("height", this.rows.length * ROW_HEIGHT);
    const shapes = [];
    if (this.showArrows) {
      for (const edge of this.edges) {
        const from = this.rowOf[edge.from];
        const to = this.rowOf[edge.to];
        const inView = (row) => row >= first && row < last;
        if (from !== to && (inView(from) || inView(to))) shapes.push(...this.arrow(edge, from, to));
      }
    }
    for (let row = first; row < last; row++) {
      const step = this.trace[this.rows[row]];
      const here = this.rows[row] === this.current;
      const color = this.isFault(this.rows[row]) ? "var(--bad)" : threadColor(step.thread);
      const dot = draw("circle", { cx: this.x(this.column.get(step.thread)), cy: this.y(row), r: here ? 5.5 : step.visible ? 4 : 2.5 });
      dot.style.fill = color;
      shapes.push(dot);
    }
    this.arrows.replaceChildren(...shapes);
  }

  /** Arrows keep clear of text: they leave along the thread's own line, and from the right they arrive between the rows. */
  arrow(edge, from, to) {
    const [x1, y1] = [this.x(this.column.get(this.trace[edge.from].thread)), this.y(from)];
    const [x2, y2] = [this.x(this.column.get(this.trace[edge.to].thread)), this.y(to)];
    const now = edge.from === this.current || edge.to === this.current ? " now" : "";
    const between = y2 - ROW_HEIGHT / 2;
    const [line, tip] = x2 > x1
      ? [`M${x1} ${y1} C${x1} ${y1 + (y2 - y1) * 0.9} ${x1} ${y2} ${x2 - 10} ${y2}`, `M${x2 - 6} ${y2} l-8 -4 l0 8 z`]
      : [`M${x1} ${y1} C${x1} ${between} ${x1} ${between} ${x1 - 24} ${between} L${x2 + 12} ${between} Q${x2} ${between} ${x2} ${y2 - 9}`, `M${x2} ${y2 - 4} l-4 -7 l8 0 z`];
    return [draw("path", { d: line, class: edge.because + now }), draw("path", { d: tip, class: `head ${edge.because}` })];
  }

  /** Makes a step the current one and brings it into view. */
  select(index) {
    this.current = index;
    const top = this.rowOf[index] * ROW_HEIGHT;
    const { scrollTop, clientHeight } = this.view;
    if (top < scrollTop + ROW_HEIGHT || top > scrollTop + clientHeight - 2 * ROW_HEIGHT) {
      this.view.scrollTop = Math.max(0, top - clientHeight / 2);
    }
    const left = this.x(this.column.get(this.trace[index].thread)) - 8;
    if (left < this.view.scrollLeft + LEFT || left + this.width > this.view.scrollLeft + this.view.clientWidth) {
      this.view.scrollLeft = Math.max(0, left - LEFT);
    }
    this.render();
  }

  /** The row's step so many rows further on. */
  moved(rows) {
    const row = Math.min(this.rows.length - 1, Math.max(0, this.rowOf[this.current] + rows));
    return this.rows[row];
  }

  /** The next row, forward or back, where another thread moves. */
  nextSwitch(direction) {
    let row = this.rowOf[this.current];
    const thread = this.trace[this.rows[row]].thread;
    while (row + direction >= 0 && row + direction < this.rows.length) {
      row += direction;
      if (this.trace[this.rows[row]].thread !== thread) break;
    }
    return this.rows[row];
  }
}
