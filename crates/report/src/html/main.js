// Overview, navigation and keys. The address says what is shown: #overview, #finding/ID, #statistics, #tree.

const main = document.getElementById("main");
let view = null;

const VERDICTS = {
  safe: ["safe", "good", "Everything was explored and nothing is wrong."],
  unsafe: ["unsafe", "bad", "Each finding comes with inputs and a schedule that were executed again."],
  unknown: ["unknown", "doubt", "Nothing was found in what was explored, but not everything was."],
};

/** A hunt asks whether targets can be reached. */
const HUNT_VERDICTS = {
  safe: ["unreachable", "good", "Everything was explored, and no run goes to the targets."],
  unsafe: ["reached", "bad", "The run comes with inputs and a schedule that were executed again."],
  unknown: ["unknown", "doubt", "No run to the targets was found in what was explored, but not everything was."],
};
const isHunt = () => (report.abstract_systems || []).length > 0;
const verdictWords = () => (isHunt() ? HUNT_VERDICTS : VERDICTS)[report.verdict];

function card(value, label) {
  return make("div", { class: "card" }, make("b", {}, value), make("span", {}, label));
}

function cards() {
  const { stats, coverage } = report;
  const share = (part, whole) => (whole ? `${Math.floor((100 * part) / whole)} %` : "–");
  return make("div", { class: "cards" },
    card(grouped(report.findings.length), report.findings.length === 1 ? "finding" : "findings"),
    card(grouped(stats.runs), "runs"), card(grouped(stats.states), "states"), card(grouped(stats.queries), "solver queries"),
    card(`${stats.seconds.toFixed(2)} s`, "time"), card(bytes(stats.peak_memory), "memory"),
    card(share(coverage.lines_covered, coverage.lines_total), "lines executed"), card(share(coverage.branches_covered, coverage.branches_total), "branch sides taken"));
}

function entry(finding) {
  const aside = finding.suppressed || finding.known;
  return make("a", { class: aside ? "entry set-aside" : "entry", href: `#finding/${finding.id}` },
    make("span", { class: "code" }, finding.code), make("b", {}, titleOf(finding.code, finding.kind)),
    finding.suppressed ? make("span", { class: "tag" }, `suppressed: ${finding.suppressed}`) : null,
    finding.known ? make("span", { class: "tag" }, "in the baseline") : null,
    finding.certainty === "possible" ? make("span", { class: "tag doubt" }, "possible") : null,
    finding.behind ? make("span", { class: "tag" }, `behind ${finding.behind.join(", ")}`) : null,
    make("div", {}, finding.message), make("div", { class: "mono faint" }, `${place(finding.location)} · ${finding.id} · ${counted(finding.trace.length, "step")}`));
}

function notes(title, items, columns) {
  if (!items.length) return null;
  const rows = items.map((item) => make("tr", {}, columns(item).map((cell) => make("td", {}, cell))));
  return make("section", { class: "box" }, make("h2", {}, title), make("table", {}, make("tbody", {}, rows)));
}

function overview() {
  const [, , sentence] = verdictWords();
  const asked = isHunt() ? "" : ` Checked: ${report.properties.join(", ")}.`;
  const model = report.memory_model && report.memory_model !== "sc" ? ` Memory model: ${report.memory_model}.` : "";
  const coded = (item) => [make("code", {}, item.code), item.message, make("span", { class: "mono faint" }, place(item.location))];
  return make("div", { class: "page", id: "overview" },
    make("h1", {}, report.files.join(", ")),
    make("p", { class: "faint" }, `${sentence}${asked}${model} Raddle ${report.tool_version}.`),
    cards(),
    report.findings.length ? make("section", { class: "box" }, make("h2", {}, "Findings"), report.findings.map(entry)) : null,
    notes("Properties", report.by_property || [], (one) => [
      make("code", {}, one.id), make("span", { class: `tag ${VERDICTS[one.verdict][1]}` }, one.verdict === "unsafe" ? "violated" : one.verdict),
      one.text, make("span", { class: "mono faint" }, place(one.location)), `${grouped(one.states)} states`, `${one.seconds.toFixed(2)} s`]),
    abstractSections(),
    notes("What was not explored", report.reasons, (reason) => [...coded(reason), `×${grouped(reason.count)}`]),
    notes("Where the states are", report.stats.hot || [], (hot) => [
      `${Math.floor(hot.states * 100 / Math.max(1, hot.of))} %`, hot.loop ? "loop" : "place", make("span", { class: "mono faint" }, place(hot.location)), hot.help || ""]),
    notes("Taken for granted", report.assumptions, coded),
    notes("Assertions never reached", report.vacuous, (location) => [make("span", { class: "mono" }, place(location))]));
}

function treePage() {
  if (report.tree) return new TreeView(report.tree);
  return { element: make("div", { class: "page" }, make("h1", {}, "Explored tree"), make("p", {}, "The tree was not recorded. ", make("code", {}, "raddle check --tree FILE.html"), " records it.")) };
}

function show() {
  const [name, id] = decodeURIComponent(location.hash.slice(1)).split("/");
  const finding = report.findings.find((candidate) => candidate.id === id);
  startingContext = report.context || [];
  if (name === "finding" && finding) view = new FindingView(finding);
  else if (name === "statistics") view = { element: statisticsPage() };
  else if (name === "tree") view = treePage();
  else view = { element: overview() };
  main.replaceChildren(view.element);
  if (view.shown) view.shown();
  document.querySelectorAll("#tabs a").forEach((tab) => tab.classList.toggle("on", tab.hash.slice(1).split("/")[0] === (name || "overview")));
}

function neighbour(step) {
  const ids = report.findings.map((finding) => finding.id);
  if (!ids.length) return;
  const at = ids.indexOf(decodeURIComponent(location.hash).split("/")[1]);
  location.hash = `#finding/${ids[(at + step + ids.length) % ids.length]}`;
}

function switchTheme() {
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  const now = document.documentElement.dataset.theme || (dark ? "dark" : "light");
  document.documentElement.dataset.theme = now === "dark" ? "light" : "dark";
  if (view && view.paint) view.paint();
}

function onkey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input[type=search]")) return;
  if (view && view.key && view.key(event)) event.preventDefault();
  else if (event.key === "n") neighbour(1);
  else if (event.key === "p") neighbour(-1);
  else if (event.key === "t") switchTheme();
}

function start() {
  const [word, role] = verdictWords();
  const badge = document.getElementById("verdict");
  badge.textContent = word;
  badge.classList.add(role);
  document.getElementById("program").textContent = report.files.join(" ");
  const first = report.findings[0];
  const tabs = [["Overview", "#overview"], first ? [`Findings (${report.findings.length})`, `#finding/${first.id}`] : null, ["Statistics", "#statistics"], ["Explored tree", "#tree"]];
  document.getElementById("tabs").append(...tabs.filter(Boolean).map(([text, href]) => make("a", { href }, text)));
  document.getElementById("theme").addEventListener("click", switchTheme);
  addEventListener("hashchange", show);
  addEventListener("keydown", onkey);
  show();
}

start();
