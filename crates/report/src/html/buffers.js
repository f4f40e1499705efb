// Store buffers as a picture: when each write leaves the buffer of its thread. The accesses of a finding tell what reads saw, not when writes reached
// memory; here is an order of both that agrees with them, in which each write leaves its buffer as early as possible.

/** The accesses in an order in which store buffers show them, and where a write leaves its buffer later than it was made. The accesses as they are if there
 *  is no such order, or the memory model has no buffers. */
function bufferRows(events) {
  if (report.memory_model !== "tso" && report.memory_model !== "pso") return events;
  const writes = events.filter((event) => event.kind === "write");
  const leaves = new Map(writes.map((write) => [write, { kind: "leaves", thread: write.thread, name: write.name, write }]));
  const nodes = [...leaves.values(), ...events];
  const before = bufferOrder(events, leaves);
  const rows = [];
  const done = new Set();
  while (rows.length < nodes.length) {
    // What leaves a buffer comes first: it does so as early as possible.
    const next = nodes.find((node) => !done.has(node) && [...(before.get(node) || [])].every((earlier) => done.has(earlier)));
    if (!next) return events;
    done.add(next);
    rows.push(next);
  }
  const late = (row, at) => row.kind !== "leaves" || rows[at - 1] !== row.write;
  return rows.filter(late).map((row) => {
    if (row.kind !== "leaves") return row;
    row.write.leaves = row;
    return Object.assign(row, { text: `${row.name}: ${row.write.value} reaches memory` });
  });
}

/** For each access, and each write that leaves a buffer, what comes before it. */
function bufferOrder(events, leaves) {
  const before = new Map();
  const put = (one, two) => before.set(two, (before.get(two) || new Set()).add(one));
  const inMemory = (event) => leaves.get(event) || event;
  const newest = new Map();
  for (const event of events) {
    const order = newest.get(event.name) || [];
    // What counts as older than another write comes right before it.
    if (event.kind !== "read") order.splice(event.older ? order.indexOf(event.older) : order.length, 0, event);
    newest.set(event.name, order);
  }
  for (const order of newest.values()) order.forEach((write, at) => at && put(inMemory(order[at - 1]), inMemory(write)));
  const behind = (own, event) => own.slice(0, own.indexOf(event));
  for (const thread of new Set(events.map((event) => event.thread))) {
    const own = events.filter((event) => event.thread === thread);
    for (const event of own) {
      behind(own, event).forEach((earlier) => put(earlier, event));
      if (event.kind === "write") put(event, leaves.get(event));
      const stores = behind(own, event).filter((earlier) => earlier.kind === "write");
      const kept = stores.filter((store) => event.kind === "update" || (event.kind === "write" && (report.memory_model === "tso" || store.name === event.name)));
      kept.forEach((store) => put(leaves.get(store), inMemory(event)));
    }
  }
  for (const event of events.filter((event) => event.kind !== "write")) {
    const order = newest.get(event.name);
    // A thread sees what is in its own buffer.
    if (event.from && event.from.thread !== event.thread) put(inMemory(event.from), event);
    const newer = order.slice(event.from ? order.indexOf(event.from) + 1 : 0);
    newer.filter((write) => write !== event && (write.kind !== "write" || write.thread !== event.thread || !isBefore(events, write, event))).forEach((write) => put(event, inMemory(write)));
  }
  return before;
}

function isBefore(events, one, two) {
  return events.indexOf(one) < events.indexOf(two);
}

/** Bars beside the columns, from where a write was made to where it leaves the buffer of its thread. */
function bufferBars(rows) {
  const bars = [];
  const lanes = [];
  for (const event of rows.filter((row) => row.leaves)) {
    const [top, bottom] = [event.y + GRAPH.box / 2, event.leaves.y + GRAPH.box / 2];
    const free = lanes.findIndex((lane) => lane.thread === event.thread && lane.bottom < top);
    const mine = lanes.filter((lane) => lane.thread === event.thread);
    const lane = free >= 0 ? lanes[free] : { thread: event.thread, number: mine.length };
    if (free < 0) lanes.push(lane);
    lane.bottom = bottom;
    const x = event.x + event.width + 5 + lane.number * 15;
    const bar = draw("g", { class: "buffer" });
    bar.append(
      draw("line", { x1: event.x + event.width, y1: top, x2: x, y2: top }),
      draw("rect", { x, y: top - 4, width: 11, height: bottom - top + 8, rx: 4 }),
      draw("line", { x1: x, y1: bottom, x2: event.x + event.width, y2: bottom }));
    bars.push(bar);
  }
  return bars;
}
