// The abstract system of a hunt as a picture: one column per function, what lies on the ways to the targets from top to bottom. Arrows lead to what comes
// next and from calls to what is called, dashed ones from a write elsewhere to the branch it may turn. One abstract trace at a time is marked.

const ABSTRACT = { box: 38, below: 16, char: 7, small: 6.8, pad: 8, gap: 72, side: 26, top: 4, most: 46 };

const KIND_WORDS = { branch: "condition", definition: "write", elsewhere: "write elsewhere", acquire: "lock", release: "unlock" };

/** The picture with its legend and its traces; `go` leads to a step of the run. */
function abstractPicture(system, go) {
  const columns = abstractColumns(system);
  const boxes = placeElements(system, columns);
  const width = Math.max(...boxes.map((box) => box.x + box.width)) + ABSTRACT.side + 2;
  const height = Math.max(...boxes.map((box) => box.y)) + ABSTRACT.box + ABSTRACT.below;
  const words = system.elements.map((element) => `${element.text} ${place(element.location)}`).join("; ");
  const picture = draw("svg", { class: "heap abstract", width, height, viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": words });
  const edges = [
    ...system.edges.map(([from, to]) => ({ from, to, parts: abstractArrow(boxes, from, to, system.elements[to].kind === "start" ? "arrow call" : "arrow") })),
    ...system.turns.map(([from, to]) => ({ parts: abstractArrow(boxes, from, to, "arrow turns") })),
  ];
  for (const edge of edges) picture.append(...edge.parts);
  const groups = system.elements.map((element, index) => drawElement(element, boxes[index], go));
  picture.append(...groups);
  const mark = (trace) => {
    const on = new Set(trace ? trace.elements : []);
    const steps = new Set(trace ? trace.elements.slice(1).map((to, at) => `${trace.elements[at]} ${to}`) : []);
    groups.forEach((group, index) => group.classList.toggle("traced", on.has(index)));
    for (const edge of edges) edge.parts.forEach((part) => part.classList.toggle("traced", steps.has(`${edge.from} ${edge.to}`)));
  };
  return make("div", {}, traceChooser(system, mark), make("div", { class: "heap-frame abstract-frame", tabindex: "0" }, picture), abstractLegend(system));
}

/** Functions in the order in which calls lead to them from the start; those that only write come last. */
function abstractColumns(system) {
  const functionOf = (index) => (system.elements[index].location || {}).function || "";
  const order = [];
  const waiting = system.elements.flatMap((element, index) => (element.kind === "start" && !system.edges.some(([, to]) => to === index) ? [functionOf(index)] : []));
  const called = (name) => system.edges.filter(([from, to]) => functionOf(from) === name && system.elements[to].kind === "start").map(([, to]) => functionOf(to));
  const visit = () => {
    while (waiting.length) {
      const name = waiting.shift();
      if (order.includes(name)) continue;
      order.push(name);
      waiting.push(...called(name));
    }
  };
  visit();
  for (const kinds of [["start"], null]) {
    system.elements.forEach((element, index) => {
      if (!kinds || kinds.includes(element.kind)) waiting.push(functionOf(index));
    });
    visit();
  }
  return order.map((name) => {
    const own = system.elements.map((_, index) => index).filter((index) => functionOf(index) === name);
    const rank = (index) => {
      const { kind, location } = system.elements[index];
      return [kind === "start" ? 0 : 1, location ? location.line : 0, location ? location.column : 0];
    };
    own.sort((a, b) => rank(a).reduce((decided, value, at) => decided || value - rank(b)[at], 0));
    return own;
  });
}

/** Where each element is drawn, with its two lines of text. */
function placeElements(system, columns) {
  const boxes = [];
  let x = ABSTRACT.side;
  columns.forEach((own, column) => {
    const rows = own.map((index) => abstractWords(system.elements[index]));
    const width = Math.max(...rows.map(([first, second]) => Math.max(first.length * ABSTRACT.char, second.length * ABSTRACT.small))) + 2 * ABSTRACT.pad;
    own.forEach((index, row) => {
      boxes[index] = { x, y: ABSTRACT.top + row * (ABSTRACT.box + ABSTRACT.below), width, column, row, words: rows[row] };
    });
    x += width + ABSTRACT.gap;
  });
  return boxes;
}

/** What it is, and the line of the source. */
function abstractWords({ kind, text, location }) {
  const source = location && page.sources[location.file] ? (page.sources[location.file].split("\n")[location.line - 1] || "").replace(/\s\/\/.*$/, "").trim() : "";
  const line = location ? `${location.line}: ${source}` : "";
  const wanted = text.includes("must not") ? " that must not hold" : text.includes("has to") ? " that has to hold" : "";
  const cut = (words) => (words.length > ABSTRACT.most ? `${words.slice(0, ABSTRACT.most - 1)}…` : words);
  return [cut(KIND_WORDS[kind] ? `${KIND_WORDS[kind]}${wanted}` : text), cut(line)];
}

function drawElement(element, box, go) {
  const served = element.step !== undefined;
  const group = draw("g", { class: `element ${element.kind}${served ? " served" : ""}` });
  const title = draw("title", {});
  title.append(`${element.text}, ${place(element.location)}${served ? `: step ${element.step + 1} of the run` : ""}`);
  const round = element.kind === "start" ? ABSTRACT.box / 2 : element.kind === "branch" ? 0 : 5;
  group.append(title, draw("rect", { x: box.x, y: box.y, width: box.width, height: ABSTRACT.box, rx: round }));
  if (element.kind === "target") group.append(draw("rect", { x: box.x + 3, y: box.y + 3, width: box.width - 6, height: ABSTRACT.box - 6, rx: 3, class: "inner" }));
  box.words.forEach((words, row) => group.append(graphText(box.x + ABSTRACT.pad, box.y + 15 + row * 15, words, row ? "place" : "cell")));
  if (served && go) {
    group.classList.add("leads");
    group.addEventListener("click", () => go(element.step));
  }
  return group;
}

/** Down to the next box, around the right to a later one, around the left to an earlier one, and across to another column. */
function abstractArrow(boxes, from, to, kind) {
  const [start, end] = [boxes[from], boxes[to]];
  const middle = ABSTRACT.box / 2;
  const path = (d, tip) => [draw("path", { d, class: kind }), draw("path", { d: tip, class: kind.replace("arrow", "tip") })];
  const down = (x, y) => `M${x} ${y} l-4 -7 l8 0 Z`;
  const across = (x, y, side) => `M${x} ${y} l${7 * side} -4 l0 8 Z`;
  if (start.column === end.column && end.row === start.row + 1) {
    const x = start.x + 20;
    return path(`M${x} ${start.y + ABSTRACT.box} L${x} ${end.y}`, down(x, end.y));
  }
  if (start.column === end.column) {
    const side = end.row > start.row ? 1 : -1;
    const x = side > 0 ? start.x + start.width : start.x;
    const bend = x + side * Math.min(ABSTRACT.side, 10 + 2 * Math.abs(end.row - start.row));
    const [y, last] = [start.y + middle + 6, end.y + middle - 6];
    return path(`M${x} ${y} C${bend} ${y} ${bend} ${last} ${x} ${last}`, across(x, last, side));
  }
  const right = end.column > start.column;
  const [x, last] = [right ? start.x + start.width : start.x, right ? end.x : end.x + end.width];
  const bend = (right ? 1 : -1) * (ABSTRACT.gap / 2);
  return path(`M${x} ${start.y + middle} C${x + bend} ${start.y + middle} ${last - bend} ${end.y + middle} ${last} ${end.y + middle}`, across(last, end.y + middle, right ? -1 : 1));
}

/** Buttons for the abstract traces; the first one is marked. */
function traceChooser(system, mark) {
  const row = make("div", { class: "chooser" });
  const choose = (trace, button) => {
    mark(trace);
    row.querySelectorAll("button").forEach((one) => one.classList.toggle("on", one === button));
  };
  system.traces.forEach((trace, index) => {
    const served = trace.elements.filter((at) => system.elements[at].step !== undefined).length;
    const done = system.finding ? `, ${served} served` : "";
    const button = make("button", { onclick: () => choose(trace, button) }, `trace ${index + 1} to ${system.targets[trace.target] || "?"}: ${counted(trace.elements.length, "element")}${done}`);
    row.append(button);
    if (index === 0) choose(trace, button);
  });
  if (!system.traces.length) row.append(make("span", { class: "faint" }, "no way leads from the start of the program to the targets"));
  return row;
}

function abstractLegend(system) {
  const item = (kind, text) => make("span", { class: "legend" }, make("i", { class: kind }), text);
  return make("div", { class: "graph-legend faint" },
    item("next", "comes next, or is called"), item("traced", "on the abstract trace that is chosen"),
    system.turns.length ? item("later", "may turn the branch") : null,
    system.finding ? make("span", { class: "legend" }, make("i", { class: "served" }), "the run did it") : null,
    system.complete ? null : make("span", {}, "The largest part only: there is more."));
}

/** What the overview says of each goal of a hunt. */
function abstractSections() {
  return (report.abstract_systems || []).map((system) => make("section", { class: "box" }, make("h2", {}, `Ways to ${system.targets.join(" and ")}`),
    abstractPicture(system, system.finding ? () => { location.hash = `#finding/${system.finding}`; } : null)));
}
