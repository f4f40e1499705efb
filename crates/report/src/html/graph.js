// What a weak memory model let reads see, as a picture: one column per thread, one row per access to what threads share, arrows from writes
// to the reads that saw them, and from a read of something old to the newer write that it did not see.

const GRAPH = { row: 30, box: 22, char: 7.6, pad: 8, gap: 90, top: 26, mostEvents: 60 };

/** The accesses to cells that several threads use and one of them writes; nothing if the order of steps tells all, or there is too much to look at. */
function graphPicture(finding) {
  const odd = (finding.schedule || []).some((step) => step.saw || step.left !== undefined);
  const accesses = odd ? graphEvents(finding) : [];
  if (!accesses.length || accesses.length > GRAPH.mostEvents) return null;
  const events = bufferRows(accesses);
  const threads = [...new Set(events.map((event) => event.thread))].sort((a, b) => a - b);
  let x = 1;
  for (const thread of threads) {
    const own = events.filter((event) => event.thread === thread);
    const width = Math.max(...own.map((event) => event.text.length)) * GRAPH.char + 2 * GRAPH.pad;
    own.forEach((event) => Object.assign(event, { x, width }));
    x += width + GRAPH.gap;
  }
  events.forEach((event, index) => Object.assign(event, { y: GRAPH.top + index * GRAPH.row }));
  const width = x - GRAPH.gap / 2;
  const height = GRAPH.top + events.length * GRAPH.row;
  const words = events.map((event) => event.kind === "leaves" ? `what ${threadName(event.thread)} wrote to ${event.text}` : `${threadName(event.thread)} ${event.text}${event.leaves ? " into its store buffer" : ""}${event.missed ? `, not what ${threadName(event.missed.thread)} wrote` : ""}`);
  const picture = draw("svg", { class: "heap graph", width, height, viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": words.join("; ") });
  for (const thread of threads) {
    const own = events.filter((event) => event.thread === thread);
    const name = graphText(own[0].x + GRAPH.pad, 15, threadName(thread), "name");
    name.style.fill = threadColor(thread);
    const line = { x1: own[0].x + 12, x2: own[0].x + 12, y1: own[0].y, y2: own[own.length - 1].y + GRAPH.box };
    picture.append(name, draw("line", line));
  }
  for (const event of events) {
    const from = event.from && event.from.thread !== event.thread ? event.from.leaves || event.from : event.from;
    if (from) picture.append(...graphArrow(from, event, "arrow", "tip"));
    if (event.missed) picture.append(...graphArrow(event, event.missed, "arrow missed", "tip missed"));
    if (event.older) picture.append(...graphArrow(event, event.older, "arrow later", "tip later"));
  }
  picture.append(...bufferBars(events));
  for (const event of events) {
    const frame = draw("rect", { x: event.x, y: event.y, width: event.width, height: GRAPH.box, rx: 5, class: event.kind === "leaves" ? "leaves" : event.unseen ? "unseen" : "" });
    const box = draw("g", { class: event.missed ? "old" : "" });
    box.append(frame, graphText(event.x + GRAPH.pad, event.y + 15, event.text, "cell"));
    picture.append(box);
  }
  return make("div", {}, make("div", { class: "heap-frame graph-frame" }, picture), graphLegend(events));
}

/** Steps of the schedule are transitions of the trace; the work before the first one is transition 0. */
function graphEvents(finding) {
  const accesses = [];
  finding.trace.forEach((step) => {
    const is = step.kind === "read" || step.kind === "write" || step.kind === "update";
    if (is && step.cell && step.visible) accesses.push({ thread: step.thread, kind: step.kind, name: step.cell.name, value: step.cell.value, at: (step.transition || 0) - 1 });
  });
  const by = new Map();
  for (const access of accesses) by.set(access.name, [...(by.get(access.name) || []), access]);
  const shared = (own) => new Set(own.map((access) => access.thread)).size > 1 && own.some((access) => access.kind !== "read");
  const events = accesses.filter((access) => shared(by.get(access.name)));
  const writeAt = (at, name) => events.find((event) => event.at === at && event.name === name && event.kind !== "read") || null;
  const last = new Map();
  for (const event of events) {
    const step = finding.schedule[event.at] || {};
    const reads = event.kind !== "write";
    event.missed = reads && step.saw ? writeAt(step.saw.instead_of, event.name) : null;
    event.from = !reads ? null : !event.missed ? last.get(event.name) || null : step.saw.step === undefined ? null : writeAt(step.saw.step, event.name);
    event.older = !reads && step.left !== undefined ? writeAt(step.left, event.name) : null;
    if (event.missed) event.missed.unseen = true;
    // The newest write stays the newest one if this write counts as older.
    if (event.kind !== "read" && !event.older) last.set(event.name, event);
  }
  for (const event of events) {
    const start = event.kind === "read" && !event.from ? " (from the start)" : "";
    event.text = `${event.kind === "read" ? "reads" : event.kind === "write" ? "writes" : "updates"} ${event.name}: ${event.value}${start}`;
  }
  return events;
}

function graphText(x, y, content, kind) {
  const element = draw("text", { x, y, class: kind });
  element.append(content);
  return element;
}

/** From the side of one box to the side of another one; within a column around the right. */
function graphArrow(from, to, kind, tip) {
  const middle = GRAPH.box / 2;
  const right = to.x > from.x;
  const around = to.x === from.x;
  const start = { x: right || around ? from.x + from.width : from.x, y: from.y + middle };
  const end = { x: right ? to.x : to.x + to.width, y: to.y + middle };
  const bend = GRAPH.gap / 2;
  const side = right ? -1 : 1;
  const curve = `M${start.x} ${start.y} C${start.x + (right || around ? bend : -bend)} ${start.y} ${end.x + side * bend} ${end.y} ${end.x} ${end.y}`;
  return [draw("path", { d: curve, class: kind }), draw("path", { d: `M${end.x} ${end.y} l${7 * side} -4 l0 8 Z`, class: tip })];
}

function graphLegend(events) {
  const buffered = events.some((event) => event.leaves);
  const item = (kind, text) => make("span", { class: "legend" }, make("i", { class: kind }), text);
  return make("div", { class: "graph-legend faint" },
    item("", "a read sees this write"),
    events.some((event) => event.missed) ? item("missed", buffered ? "does not see this write, which is still in the store buffer of its thread" : "does not see this newer write") : null,
    buffered ? item("buffer", "waits in the store buffer of its thread, and only that sees it") : null,
    events.some((event) => event.older) ? item("later", "counts as older than this write") : null);
}
