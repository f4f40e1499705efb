// The explored tree: every choice of a thread or an input as a node, coloured by why a branch ends. It is drawn on a canvas
// and only where it is in view; dragging moves it, the wheel or + and - zoom, the arrow keys walk along it.

const ENDS = {
  complete: ["ran to its end", "var(--good)"],
  finding: ["ran into a finding", "var(--bad)"],
  "sleep-set": ["explored in another order", "var(--t4)"],
  summary: ["covered by a summary", "var(--t3)"],
  "race-free": ["no race can follow", "var(--t6)"],
  infeasible: ["excluded by an assumption", "var(--t7)"],
  irrelevant: ["cannot reach the property", "var(--t2)"],
  bound: ["ended by a bound", "var(--doubt)"],
  unsupported: ["not supported", "var(--t5)"],
};
const STEP_X = 26;
const STEP_Y = 16;

/** Leaves get consecutive heights, an inner node the middle of its children; one pass each way, no recursion. */
function layoutTree(nodes) {
  const children = nodes.map(() => []);
  const depth = new Float64Array(nodes.length);
  const height = new Float64Array(nodes.length);
  nodes.forEach((node, index) => {
    if (node.parent === undefined || node.parent === null) return;
    children[node.parent].push(index);
    depth[index] = depth[node.parent] + 1;
  });
  let leaves = 0;
  const stack = nodes.length ? [[0, 0]] : [];
  while (stack.length) {
    const top = stack[stack.length - 1];
    const [node, next] = top;
    if (next < children[node].length) {
      top[1]++;
      stack.push([children[node][next], 0]);
      continue;
    }
    const own = children[node];
    height[node] = own.length ? (height[own[0]] + height[own[own.length - 1]]) / 2 : leaves++;
    stack.pop();
  }
  return { children, depth, height, leaves };
}

class TreeView {
  constructor(tree) {
    this.nodes = tree.nodes;
    Object.assign(this, layoutTree(tree.nodes));
    this.scale = 1;
    this.origin = [30, 30];
    this.current = 0;
    this.canvas = make("canvas", { tabindex: "0", "aria-label": "explored tree" });
    this.detail = make("div", { class: "detail" });
    this.stage = make("div", { class: "stage" }, this.canvas, this.detail);
    this.element = make("div", { class: "tree", id: "tree" }, this.legend(tree), this.stage);
    this.listen();
    new ResizeObserver(() => this.shown()).observe(this.stage);
    this.describe();
  }

  legend(tree) {
    const counts = new Map();
    for (const node of this.nodes) if (node.end) counts.set(node.end, (counts.get(node.end) || 0) + 1);
    const keys = Object.entries(ENDS).filter(([end]) => counts.has(end)).map(([end, [name, color]]) =>
      make("span", { class: "legend", "data-end": end }, make("i", { style: `width:10px;height:10px;border:0;border-radius:5px;background:${color}` }), `${name} ${grouped(counts.get(end))}`));
    const dropped = tree.dropped ? `, ${grouped(tree.dropped)} more not kept` : "";
    return make("div", { class: "bar" }, make("b", {}, `${counted(this.nodes.length, "node")}${dropped}`), keys, make("span", { class: "spacer" }),
      make("span", { class: "keys" }, make("kbd", {}, "← ↑ ↓ →"), " walk  ", make("kbd", {}, "+ -"), " zoom  ", make("kbd", {}, "0"), " fit"));
  }

  listen() {
    let drag = null;
    this.canvas.addEventListener("pointerdown", (event) => {
      drag = { x: event.clientX, y: event.clientY, origin: this.origin, moved: false };
      this.canvas.setPointerCapture(event.pointerId);
    });
    this.canvas.addEventListener("pointermove", (event) => {
      if (!drag) return;
      const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
      drag.moved = drag.moved || Math.abs(dx) + Math.abs(dy) > 4;
      this.origin = [drag.origin[0] + dx, drag.origin[1] + dy];
      this.paint();
    });
    this.canvas.addEventListener("pointerup", (event) => {
      if (drag && !drag.moved) this.pick(event.offsetX, event.offsetY);
      drag = null;
    });
    this.canvas.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.zoom(event.deltaY < 0 ? 1.2 : 1 / 1.2, event.offsetX, event.offsetY);
    }, { passive: false });
  }

  /** Called once it is in the document, and whenever its size changes. */
  shown() {
    const ratio = window.devicePixelRatio || 1;
    this.size = [this.stage.clientWidth, this.stage.clientHeight];
    [this.canvas.width, this.canvas.height] = this.size.map((length) => Math.max(1, Math.round(length * ratio)));
    if (!this.fitted) this.fit();
    this.paint();
  }

  fit() {
    if (!this.size || !this.size[0]) return;
    this.fitted = true;
    const deepest = this.depth.reduce((most, depth) => Math.max(most, depth), 1);
    const scale = Math.min(this.size[0] / ((deepest + 4) * STEP_X), this.size[1] / ((this.leaves + 4) * STEP_Y));
    this.scale = Math.min(2.2, Math.max(0.02, scale));
    this.origin = [40, Math.max(30, (this.size[1] - this.leaves * STEP_Y * this.scale) / 2)];
  }

  zoom(factor, x, y) {
    const scale = Math.min(6, Math.max(0.005, this.scale * factor));
    const change = scale / this.scale;
    this.origin = [x - (x - this.origin[0]) * change, y - (y - this.origin[1]) * change];
    this.scale = scale;
    this.paint();
  }

  at(index) {
    return [this.origin[0] + this.depth[index] * STEP_X * this.scale, this.origin[1] + this.height[index] * STEP_Y * this.scale];
  }

  pick(x, y) {
    let best = -1;
    let nearest = 18 * 18;
    for (let index = 0; index < this.nodes.length; index++) {
      const [nx, ny] = this.at(index);
      const distance = (nx - x) ** 2 + (ny - y) ** 2;
      if (distance < nearest) [best, nearest] = [index, distance];
    }
    if (best >= 0) this.select(best);
  }

  select(index) {
    this.current = index;
    const [x, y] = this.at(index);
    if (x < 20 || y < 20 || x > this.size[0] - 20 || y > this.size[1] - 20) {
      this.origin = [this.origin[0] + this.size[0] / 2 - x, this.origin[1] + this.size[1] / 2 - y];
    }
    this.describe();
    this.paint();
  }

  describe() {
    const node = this.nodes[this.current];
    if (!node) return;
    const end = node.end ? ENDS[node.end][0] + (node.detail ? ` (${node.detail})` : "") : counted(this.children[this.current].length, "branch").replace("branchs", "branches");
    const finding = node.end === "finding" && report.findings.some((finding) => finding.id === node.detail);
    this.detail.replaceChildren(
      make("div", {}, make("b", { style: `color:${threadColor(node.thread)}` }, threadName(node.thread)), ` ${node.label}`),
      make("div", { class: "faint" }, [place(node.location), `depth ${this.depth[this.current]}`, finding ? make("a", { href: `#finding/${node.detail}` }, end) : end]
        .filter((part) => part !== "").flatMap((part, nth) => (nth ? [" · ", part] : [part]))));
  }

  key(event) {
    const node = this.nodes[this.current];
    const siblings = node && node.parent !== undefined && node.parent !== null ? this.children[node.parent] : [0];
    const beside = (step) => siblings[siblings.indexOf(this.current) + step];
    const targets = { ArrowRight: this.children[this.current][0], ArrowLeft: node && node.parent, ArrowDown: beside(1), ArrowUp: beside(-1) };
    if (event.key in targets) {
      const target = targets[event.key];
      if (target !== undefined && target !== null) this.select(target);
    } else if (event.key === "+" || event.key === "=") this.zoom(1.25, this.size[0] / 2, this.size[1] / 2);
    else if (event.key === "-") this.zoom(0.8, this.size[0] / 2, this.size[1] / 2);
    else if (event.key === "0") { this.fit(); this.paint(); }
    else return false;
    return true;
  }

  paint() {
    if (!this.size) return;
    const ratio = window.devicePixelRatio || 1;
    const context = this.canvas.getContext("2d");
    const style = getComputedStyle(this.element);
    const color = (name) => {
      this.probe = this.probe || this.element.appendChild(make("i", { style: "display:none" }));
      this.probe.style.color = name;
      return getComputedStyle(this.probe).color;
    };
    const ends = Object.fromEntries(Object.entries(ENDS).map(([end, [, name]]) => [end, color(name)]));
    const threads = Array.from({ length: 8 }, (_, thread) => color(threadColor(thread)));
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, ...this.size);
    context.lineWidth = Math.max(0.5, Math.min(1.4, this.scale));
    const inView = (x, y) => x > -40 && y > -40 && x < this.size[0] + 40 && y < this.size[1] + 40;
    for (let index = 1; index < this.nodes.length; index++) {
      const [x, y] = this.at(index);
      const [px, py] = this.at(this.nodes[index].parent);
      if (!inView(x, y) && !inView(px, py)) continue;
      context.strokeStyle = threads[this.nodes[index].thread % 8];
      context.globalAlpha = 0.6;
      context.beginPath();
      context.moveTo(px, py);
      context.bezierCurveTo((px + x) / 2, py, (px + x) / 2, y, x, y);
      context.stroke();
    }
    context.globalAlpha = 1;
    context.font = `11px ${style.getPropertyValue("--mono") || "monospace"}`;
    const radius = Math.max(1, Math.min(5, 4 * this.scale));
    for (let index = 0; index < this.nodes.length; index++) {
      const node = this.nodes[index];
      const [x, y] = this.at(index);
      if (!inView(x, y)) continue;
      context.fillStyle = node.end ? ends[node.end] : threads[node.thread % 8];
      context.beginPath();
      context.arc(x, y, node.end ? radius * 1.25 : radius * 0.7, 0, 7);
      context.fill();
      if (index === this.current) {
        context.strokeStyle = color("var(--text)");
        context.lineWidth = 2;
        context.beginPath();
        context.arc(x, y, radius * 1.25 + 4, 0, 7);
        context.stroke();
      }
      if (this.scale >= 1.6 && node.end && !this.children[index].length) {
        context.fillStyle = color("var(--faint)");
        context.fillText(node.label, x + 12, y + 4);
      }
    }
  }
}
