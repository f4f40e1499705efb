// The data of the page and what is derived from it. Everything that comes from the analysed program reaches the
// document as text nodes only.

const page = JSON.parse(document.getElementById("data").textContent);
const report = page.report;

/** An element with properties and children; strings become text. */
function make(tag, properties, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties || {})) {
    if (name === "class") element.className = value;
    else if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "style") element.style.cssText = value;
    else element.setAttribute(name, value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

function draw(tag, properties) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(properties)) element.setAttribute(name, value);
  return element;
}

const grouped = (number) => String(number).replace(/\B(?=(\d{3})+(?!\d))/g, ",");
const counted = (number, noun) => `${grouped(number)} ${noun}${number === 1 ? "" : "s"}`;
/** The threads of the context that the run at hand starts in, if it does. */
let startingContext = report.context || [];
function showRunOf(finding) {
  startingContext = finding.certainty === "possible" ? finding.context || [] : [];
}
/** What a thread is called: where a run starts in a context, also as the context has it. */
function threadName(thread) {
  if (!startingContext.length) return thread === 0 ? "main" : `T${thread}`;
  const known = startingContext[thread - 1];
  if (thread === 0) return "start";
  return known && known.name !== `T${thread}` ? `T${thread} (${known.name})` : `T${thread}`;
}
const threadColor = (thread) => `var(--t${thread % 8})`;
/** Where the threads of a context stand. */
const placesOf = (context) => (context || []).map((thread) => `${thread.name} ${place(thread.frames[0])}`).join(", ");
const place = (location) => (location ? `${location.file}:${location.line}` : "");
const shortPlace = (location) => (location ? `${location.file.split("/").pop()}:${location.line}` : "");
const titleOf = (code, otherwise) => (page.codes[code] ? page.codes[code].title : otherwise);

function bytes(count) {
  return count < 1 << 30 ? `${(count / (1 << 20)).toFixed(1)} MiB` : `${(count / (1 << 30)).toFixed(2)} GiB`;
}

/** The threads of a trace in order of their numbers. */
function threadsOf(trace) {
  return [...new Set(trace.map((step) => step.thread))].sort((a, b) => a - b);
}

/** Per cell of shared memory, the steps that touched it, in order. */
function cellHistories(trace) {
  const cells = new Map();
  trace.forEach((step, index) => {
    if (!step.cell || !step.visible) return;
    // A read of something old does not tell what memory holds, nor does a write that others take for older.
    if (step.text.includes("; sees ") || step.text.includes("; others take it for older")) return;
    if (!cells.has(step.cell.name)) cells.set(step.cell.name, []);
    cells.get(step.cell.name).push({ index, value: step.cell.value, thread: step.thread, kind: step.kind });
  });
  return cells;
}

/** The last entry at or before a step: histories are sorted, so this is a binary search. */
function lastAt(history, index) {
  let low = 0;
  let high = history.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (history[middle].index <= index) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** What a cell holds at a step: nothing is known before the first access, unless that one reads. */
function valueAt(history, index) {
  const at = lastAt(history, index);
  if (at >= 0) {
    const changed = history[at].index === index && (at === 0 || history[at - 1].value !== history[at].value);
    return { ...history[at], changed, previous: at > 0 ? history[at - 1].value : null };
  }
  const first = history[0];
  return first.kind === "read" ? { value: first.value, changed: false, previous: null, thread: null } : null;
}
