// Charts of what the check did: plain bars, because every question here is "how much".

function bar(name, share, value, color) {
  return make("div", { class: "chart-row" },
    make("span", { class: "name", title: name }, name),
    make("span", { class: "track" }, make("i", { style: `width:${(100 * share).toFixed(1)}%;background:${color || "var(--accent)"}` })),
    make("span", { class: "value" }, value));
}

/** One bar of several parts with a key below. */
function stacked(parts) {
  const total = parts.reduce((sum, part) => sum + part.count, 0);
  const shown = parts.filter((part) => part.count > 0);
  return [
    make("div", { class: "track", style: "height:18px" }, shown.map((part) =>
      make("i", { style: `width:${(100 * part.count) / total}%;background:${part.color}`, title: `${part.name}: ${grouped(part.count)}` }))),
    make("div", { class: "key" }, parts.map((part) =>
      make("span", {}, make("i", { style: `background:${part.color}` }), `${part.name} ${grouped(part.count)}`))),
  ];
}

function chart(title, ...content) {
  return make("section", { class: "box" }, make("h2", {}, title), ...content.flat());
}

function runsChart() {
  const { full_runs, partial_runs, blocked_runs } = report.stats;
  return chart(`${counted(report.stats.runs, "run")}`, stacked([
    { name: "to their end", count: full_runs, color: "var(--good)" },
    { name: "ended by a summary", count: partial_runs, color: "var(--t3)" },
    { name: "seen in another order", count: blocked_runs, color: "var(--t4)" },
  ]));
}

function coverageChart() {
  const { lines_covered, lines_total, branches_covered, branches_total, missed } = report.coverage;
  const share = (part, whole) => (whole ? part / whole : 1);
  const rows = [
    bar("lines", share(lines_covered, lines_total), `${grouped(lines_covered)} / ${grouped(lines_total)}`, "var(--good)"),
    bar("branch sides", share(branches_covered, branches_total), `${grouped(branches_covered)} / ${grouped(branches_total)}`, "var(--good)"),
  ];
  const files = Object.entries(missed).filter(([, lines]) => lines.length);
  const list = files.map(([file, lines]) =>
    make("tr", {}, make("td", { class: "mono" }, file), make("td", { class: "mono faint" }, ranges(lines))));
  const table = files.length ? [make("table", {}, make("thead", {}, make("tr", {}, make("th", {}, "file"), make("th", {}, "lines no path executed"))), make("tbody", {}, list))] : [];
  return chart("Coverage", rows, table);
}

/** 1, 2, 3, 7 as 1–3, 7. */
function ranges(lines) {
  const parts = [];
  for (const line of lines) {
    const last = parts[parts.length - 1];
    if (last && last[1] === line - 1) last[1] = line;
    else parts.push([line, line]);
  }
  return parts.map(([from, to]) => (from === to ? from : `${from}–${to}`)).join(", ");
}

/** Counters differ by orders of magnitude, so lengths are logarithmic; the numbers stand beside them. */
function countersChart() {
  const stats = report.stats;
  const rows = Object.entries({
    states: stats.states, subsumed: stats.subsumed, "solver queries": stats.queries, instructions: stats.instructions, ...stats.counters,
  });
  const counting = rows.filter(([, count]) => count > 0);
  const idle = rows.filter(([, count]) => count === 0).map(([name]) => name);
  const most = Math.max(1, ...rows.map(([, count]) => Math.log10(count + 1)));
  const box = chart("Counters (logarithmic)", make("div", { class: "bars" }, counting.map(([name, count]) => bar(name, Math.log10(count + 1) / most, grouped(count)))),
    idle.length ? make("p", { class: "faint" }, `Zero: ${idle.join(", ")}.`) : []);
  box.classList.add("wide");
  return box;
}

function findingsChart() {
  const kinds = new Map();
  for (const finding of report.findings) kinds.set(finding.kind, (kinds.get(finding.kind) || 0) + 1);
  if (!kinds.size) return null;
  const most = Math.max(...kinds.values());
  return chart("Findings by kind", [...kinds].map(([kind, count]) => bar(kind, count / most, grouped(count), "var(--bad)")));
}

/** How long each counterexample is, and who moves in it. */
function tracesChart() {
  const traces = report.findings.filter((finding) => finding.trace.length).slice(0, 20);
  if (!traces.length) return null;
  const rows = traces.map((finding) => {
    showRunOf(finding);
    const parts = threadsOf(finding.trace).map((thread) => ({
      name: threadName(thread), color: threadColor(thread), count: finding.trace.filter((step) => step.thread === thread).length,
    }));
    return make("div", { style: "margin-bottom:8px" }, make("a", { href: `#finding/${finding.id}`, class: "mono" }, finding.id), ...stacked(parts));
  });
  return chart("Steps of the counterexamples, by thread", rows);
}

function statisticsPage() {
  const charts = [runsChart(), coverageChart(), findingsChart(), tracesChart(), countersChart()].filter(Boolean);
  return make("div", { class: "page", id: "statistics" }, make("h1", {}, "Statistics"),
    make("p", { class: "faint" }, `${report.stats.seconds.toFixed(2)} s, at most ${bytes(report.stats.peak_memory)} of memory.`),
    make("div", { class: "charts" }, charts));
}
