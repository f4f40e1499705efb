// The source pane: the file of the current step, with the place of every thread. Lines are drawn as they scroll into
// view, so that large files cost nothing.

const LINE_HEIGHT = 20;
const KEYWORDS = new Set(("auto break case char const continue default do double else enum extern float for goto if inline int long " +
  "register restrict return short signed sizeof static struct switch typedef union unsigned void volatile while " +
  "_Atomic _Bool _Noreturn _Static_assert _Thread_local bool true false NULL").split(" "));
const TOKEN = /(\/\/.*|\/\*.*?(?:\*\/|$))|("(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?)|(\b\d[\w.]*\b)|([A-Za-z_]\w*)/g;

/** One line of C with coarse colours; comments over several lines are told by the caller. */
function coloured(line, insideComment) {
  if (insideComment) {
    const end = line.indexOf("*/");
    if (end < 0) return [make("span", { class: "comment" }, line)];
    return [make("span", { class: "comment" }, line.slice(0, end + 2)), ...coloured(line.slice(end + 2), false)];
  }
  if (/^\s*#/.test(line)) return [make("span", { class: "directive" }, line)];
  const pieces = [];
  let done = 0;
  for (const match of line.matchAll(TOKEN)) {
    const [text, comment, string, literal, word] = match;
    const kind = comment ? "comment" : string ? "string" : literal ? "literal" : KEYWORDS.has(word) ? "keyword" : null;
    if (!kind) continue;
    pieces.push(line.slice(done, match.index), make("span", { class: kind }, text));
    done = match.index + text.length;
  }
  pieces.push(line.slice(done));
  return pieces;
}

/** For each line, whether it begins inside a comment. */
function commentStarts(lines) {
  let inside = false;
  return lines.map((line) => {
    const before = inside;
    const code = line.replace(/"(?:[^"\\]|\\.)*"/g, '""');
    for (const mark of code.match(/\/\/|\/\*|\*\//g) || []) {
      if (mark === "//" && !inside) break;
      if (mark === "/*") inside = true;
      if (mark === "*/") inside = false;
    }
    return before;
  });
}

class SourcePane {
  constructor() {
    this.name = make("span", { class: "mono" });
    this.sheet = make("div", { class: "sheet" });
    this.view = make("div", { class: "source", tabindex: "0", onscroll: () => this.render() }, this.sheet);
    this.element = make("section", {}, make("div", { class: "title" }, this.name), this.view);
    this.file = null;
    this.lines = [];
    this.pins = new Map();
    new ResizeObserver(() => this.render()).observe(this.view);
  }

  /** Shows a place; `positions` are the places of all threads, `target` is where the finding is. */
  show(location, positions, target) {
    if (!location) return;
    if (location.file !== this.file) this.open(location.file);
    this.here = location.line;
    this.target = target && target.file === this.file ? target.line : 0;
    this.pins = new Map();
    for (const [thread, position] of positions) {
      if (!position || position.file !== this.file) continue;
      this.pins.set(position.line, [...(this.pins.get(position.line) || []), thread]);
    }
    this.name.textContent = `${location.file}:${location.line}${location.function ? ` in ${location.function}` : ""}`;
    this.reveal(location.line);
    this.render();
  }

  open(file) {
    this.file = file;
    const text = page.sources[file];
    this.lines = text === undefined ? [] : text.split("\n");
    this.comments = commentStarts(this.lines);
    this.missed = new Set(report.coverage.missed[file] || []);
    this.sheet.style.height = `${this.lines.length * LINE_HEIGHT}px`;
    const longest = this.lines.reduce((length, line) => Math.max(length, line.length), 0);
    this.sheet.style.width = `calc(${longest + 12}ch + 72px)`;
    this.sheet.replaceChildren();
    if (text === undefined) this.sheet.append(make("p", { class: "notice faint" }, "The source of this file is not at hand."));
  }

  reveal(line) {
    const top = (line - 1) * LINE_HEIGHT;
    const { scrollTop, clientHeight } = this.view;
    if (top < scrollTop + LINE_HEIGHT * 2 || top > scrollTop + clientHeight - LINE_HEIGHT * 3) {
      this.view.scrollTop = Math.max(0, top - clientHeight / 2);
    }
  }

  render() {
    if (!this.lines.length) return;
    const first = Math.max(0, Math.floor(this.view.scrollTop / LINE_HEIGHT) - 10);
    const last = Math.min(this.lines.length, first + Math.ceil(this.view.clientHeight / LINE_HEIGHT) + 20);
    const shown = [];
    for (let index = first; index < last; index++) shown.push(this.line(index));
    this.sheet.replaceChildren(...shown);
  }

  line(index) {
    const number = index + 1;
    const classes = ["line"];
    if (number === this.here) classes.push("here");
    if (number === this.target) classes.push("target");
    if (this.missed.has(number)) classes.push("missed");
    const pins = (this.pins.get(number) || []).map((thread, nth) =>
      make("span", { class: "pin", style: `color:${threadColor(thread)};left:${51 + nth * 9}px`, title: `${threadName(thread)} is here` }, "●"));
    const gutter = make("span", { class: "gutter" }, String(number));
    if (this.missed.has(number)) gutter.title = "not executed on any path";
    const code = coloured(this.lines[index].replace(/\r$/, ""), this.comments[index]);
    return make("div", { class: classes.join(" "), style: `top:${index * LINE_HEIGHT}px` }, gutter, pins, code);
  }
}
