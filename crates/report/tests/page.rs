//! The page in a real browser: headless Chromium loads it, a script of the test presses keys and looks at what is shown.
//!
//! Without Chromium on `PATH` only the data of the page is looked at; continuous integration installs one.

#[path = "common/samples.rs"]
mod samples;

use std::path::PathBuf;
use std::process::{Command, Stdio};

use raddle_findings::{
    AbstractElement, AbstractSystem, AbstractTrace, Heap, HeapCell, HeapObject, Report, Saw,
    ScheduleStep,
};
use raddle_report::html;
use serde_json::Value;

/// The JSON within a page.
fn data(page: &str) -> Value {
    let start = page.find("id=\"data\">").expect("the data element") + "id=\"data\">".len();
    let end = page[start..].find("</script>").expect("its end") + start;
    serde_json::from_str(&page[start..end]).expect("the data is JSON")
}

fn page(report: &Report) -> String {
    html(report).expect("pages can be printed")
}

#[test]
fn the_page_carries_the_report_and_its_sources() {
    for report in samples::all() {
        let data = data(&page(&report));
        let again: Report = serde_json::from_value(data["report"].clone()).expect("a report");
        assert_eq!(again.findings.len(), report.findings.len());
        for finding in &report.findings {
            let file = &finding.location.as_ref().expect("a place").file;
            assert!(data["sources"][file].is_string(), "{file}");
            assert!(data["codes"][&finding.code]["help"].is_string());
        }
    }
}

#[test]
fn the_page_needs_nothing_else() {
    let page = page(&samples::lost_update());
    for word in ["src=", "href=\"http", "@import", "url(", "fetch(", "XMLHttpRequest"] {
        assert!(!page.contains(word), "{word}");
    }
}

#[test]
fn properties_that_were_checked_one_by_one_are_listed() {
    let mut report = samples::lost_update();
    let id = report.findings[0].id.clone();
    report.findings[0].behind = vec!["assertion-00000001".to_owned()];
    report.by_property = vec![samples::property("assertion-12345678", vec![id])];
    let Some(answers) = visit(
        "properties",
        &page(&report),
        "",
        "answer({ text: document.getElementById(\"overview\").innerText })",
    ) else {
        return;
    };
    let text = answers["text"].as_str().unwrap_or_default();
    for expected in ["Properties", "assertion-12345678", "violated", "behind assertion-00000001"] {
        assert!(text.contains(expected), "{expected}: {text}");
    }
}

#[test]
fn memory_that_a_finding_starts_with_is_drawn() {
    let mut report = samples::lost_update();
    let cell = |name: &str, value: &str, pointer| HeapCell {
        name: name.to_owned(),
        value: value.to_owned(),
        pointer,
    };
    let object = |name: &str, cells| HeapObject {
        name: name.to_owned(),
        ty: "struct node".to_owned(),
        elements: 1,
        behind: 0,
        cells,
    };
    report.findings[0].heap = Some(Heap {
        function: "sum".to_owned(),
        arguments: vec![cell("list", "node#1", true), cell("limit", "4", false)],
        objects: vec![
            object("node#1", vec![cell(".value", "7", false), cell(".next", "node#2", true)]),
            object("node#2", vec![cell(".next", "node#1.next", true), cell(".more", "NULL", true)]),
        ],
    });
    let hash = format!("finding/{}", report.findings[0].id);
    let script = "answer({ texts: texts('.heap text'), arrows: document.querySelectorAll('.heap .arrow').length, said: document.querySelector('.heap').getAttribute('aria-label'), failures })";
    let Some(seen) = visit("heap", &page(&report), &hash, script) else { return };
    let texts = seen["texts"].to_string();
    for expected in
        ["sum(…)", "list •", "limit = 4", "node#1", "value = 7", "next .next •", "more = NULL"]
    {
        assert!(texts.contains(expected), "{expected}: {texts}");
    }
    // Three pointers lead somewhere, one of them back.
    assert_eq!((&seen["arrows"], &seen["failures"]), (&3.into(), &serde_json::json!([])));
    assert!(seen["said"].as_str().is_some_and(|said| said.contains("list -> node#1")));
}

/// Two functions, a write elsewhere, and two ways to the target.
fn abstract_system(finding: &str) -> AbstractSystem {
    let file = samples::lost_update().findings[0].location.clone().expect("a place").file;
    let element = |kind: &str, function: &str, line, step| AbstractElement {
        kind: kind.to_owned(),
        text: format!("{kind} in {function}"),
        location: Some(raddle_findings::Location {
            file: file.clone(),
            line,
            column: 1,
            function: Some(function.to_owned()),
        }),
        step,
    };
    AbstractSystem {
        targets: vec!["lost.c:9".to_owned()],
        finding: Some(finding.to_owned()),
        elements: vec![
            element("start", "main", 1, Some(0)),
            element("creation", "main", 2, Some(1)),
            element("start", "worker", 3, Some(2)),
            element("branch", "worker", 4, Some(3)),
            element("acquire", "worker", 5, None),
            element("target", "worker", 6, Some(5)),
            element("elsewhere", "writer", 7, Some(4)),
        ],
        edges: vec![(0, 1), (1, 2), (2, 3), (3, 4), (3, 5), (4, 5), (5, 3)],
        turns: vec![(6, 3)],
        traces: vec![
            AbstractTrace { target: 0, elements: vec![0, 1, 2, 3, 5] },
            AbstractTrace { target: 0, elements: vec![0, 1, 2, 3, 4, 5] },
        ],
        complete: true,
    }
}

#[test]
fn the_abstract_system_of_a_hunt_is_drawn_with_its_traces() {
    let mut report = samples::lost_update();
    let id = report.findings[0].id.clone();
    report.abstract_systems = vec![abstract_system(&id)];
    report.findings[0].elements = report.abstract_systems[0].elements.clone();
    let script = r##"
        const traced = () => [document.querySelectorAll(".abstract .element.traced").length, document.querySelectorAll(".abstract path.arrow.traced").length];
        const seen = { boxes: document.querySelectorAll(".abstract .element").length, arrows: document.querySelectorAll(".abstract path.arrow").length, turns: document.querySelectorAll(".abstract path.arrow.turns").length,
          served: document.querySelectorAll(".abstract .served").length, texts: texts(".abstract text"), verdict: text("#verdict"), first: traced() };
        const buttons = document.querySelectorAll(".chooser button");
        buttons[1].click(); seen.second = traced(); seen.words = buttons[1].textContent;
        location.hash = "#finding/HERE";
        setTimeout(() => {
          const frame = document.querySelector(".finding .abstract-frame"); frame.closest("details").open = true;
          document.querySelectorAll(".finding .abstract .element")[1].dispatchEvent(new MouseEvent("click", { bubbles: true }));
          seen.step = step(); seen.scrolls = getComputedStyle(frame).overflowX; seen.failures = failures; answer(seen);
        }, 300);"##;
    let script = script.replace("HERE", &id);
    let Some(seen) = visit("abstract", &page(&report), "overview", &script) else { return };
    assert_eq!(seen["failures"], serde_json::json!([]));
    assert_eq!((&seen["boxes"], &seen["arrows"]), (&7.into(), &8.into()), "{seen}");
    assert_eq!((&seen["turns"], &seen["served"]), (&1.into(), &6.into()), "{seen}");
    assert_eq!(seen["verdict"], "reached");
    assert_eq!(
        (&seen["first"], &seen["second"]),
        (&serde_json::json!([5, 4]), &serde_json::json!([6, 5]))
    );
    assert_eq!(seen["words"], "trace 2 to lost.c:9: 6 elements, 5 served");
    assert_eq!((&seen["step"], &seen["scrolls"]), (&"step 2 of 11".into(), &"auto".into()));
}

/// Store buffering: both threads write, and read what was there before the other's write.
fn store_buffering(memory_model: &str) -> Report {
    let mut report = samples::lost_update();
    report.memory_model = memory_model.to_owned();
    let accesses = [
        (1, "write", "x", "1"),
        (1, "read", "y", "0"),
        (2, "write", "y", "1"),
        (2, "read", "x", "0"),
    ];
    let step = |(at, &(thread, kind, name, value)): (usize, &(u32, &str, &str, &str))| {
        let step = serde_json::json!({ "thread": thread, "kind": kind, "text": name, "visible": true,
            "transition": at + 1, "cell": { "name": name, "value": value } });
        serde_json::from_value(step).expect("a step")
    };
    let finding = &mut report.findings[0];
    finding.trace = accesses.iter().enumerate().map(step).collect();
    finding.schedule = accesses.iter().map(|access| ScheduleStep::of(access.0)).collect();
    finding.schedule[3].saw = Some(Saw { step: None, instead_of: 0 });
    report
}

#[test]
fn store_buffers_are_drawn_for_models_that_have_them() {
    for (model, bars) in [("tso", 1), ("pso", 1), ("c11", 0)] {
        let report = store_buffering(model);
        let hash = format!("finding/{}", report.findings[0].id);
        let script = "answer({ texts: texts('.graph .cell'), bars: document.querySelectorAll('.graph .buffer').length, missed: document.querySelectorAll('.graph path.arrow.missed').length, said: document.querySelector('.graph').getAttribute('aria-label'), failures })";
        let Some(seen) = visit(&format!("buffers-{model}"), &page(&report), &hash, script) else {
            return;
        };
        let mut expected = vec![
            "writes x: 1",
            "reads y: 0 (from the start)",
            "writes y: 1",
            "reads x: 0 (from the start)",
        ];
        if bars > 0 {
            // The write stays in its buffer until the other thread has read.
            expected.push("x: 1 reaches memory");
        }
        assert_eq!(seen["texts"], serde_json::json!(expected), "{model}");
        assert_eq!(
            (&seen["bars"], &seen["missed"]),
            (&bars.into(), &1.into()),
            "{model}: {}",
            seen["failures"]
        );
        let said = seen["said"].as_str().unwrap_or_default();
        assert_eq!(said.contains("T1 writes x: 1 into its store buffer"), bars > 0, "{said}");
    }
}

#[test]
fn text_of_the_program_is_no_markup() {
    let mut report = samples::lost_update();
    let evil = "</script><script>document.title='caught'</script><img src=x onerror=alert(1)>";
    report.findings[0].message = evil.to_owned();
    report.findings[0].trace[3].text = evil.to_owned();
    let text = page(&report);
    assert!(!text.contains("</script><script>document.title"));
    assert_eq!(data(&text)["report"]["findings"][0]["message"], evil);
    let Some(answers) = visit(
        "evil",
        &text,
        "",
        "answer({ title: document.title, images: document.images.length })",
    ) else {
        return;
    };
    assert_ne!(answers["title"], "caught");
    assert_eq!(answers["images"], 0);
}

fn browser() -> Option<PathBuf> {
    let names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
    let path = std::env::var_os("PATH")?;
    let directories: Vec<PathBuf> = std::env::split_paths(&path).collect();
    let candidates = names.iter().flat_map(|name| directories.iter().map(move |at| at.join(name)));
    candidates.into_iter().find(|candidate| candidate.is_file())
}

/// What a test's script needs.
const HELPERS: &str = r##"
const press = (key, shiftKey = false) => document.body.dispatchEvent(new KeyboardEvent("keydown", { key, shiftKey, bubbles: true }));
const text = (selector) => { const found = document.querySelector(selector); return found ? found.textContent : null; };
const texts = (selector) => [...document.querySelectorAll(selector)].map((element) => element.textContent);
const step = () => text(".bar output");
const cell = (name) => text(`[data-cell="${name}"]`);
const answer = (value) => { const pre = document.createElement("pre"); pre.id = "answers"; pre.textContent = btoa(unescape(encodeURIComponent(JSON.stringify(value)))); document.body.append(pre); };
const failures = [];
addEventListener("error", (event) => failures.push(event.message));
"##;

/// Opens the page at an address and runs a script that calls `answer` once; `None` without a browser.
fn visit(name: &str, page: &str, hash: &str, script: &str) -> Option<Value> {
    let browser = browser()?;
    let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
        .join(env!("CARGO_CRATE_NAME"))
        .join(format!("page-{name}"));
    std::fs::create_dir_all(&directory).expect("the directory can be made");
    let path = directory.join("page.html");
    // The helpers come first so that they hear of errors in the page's own script.
    let page =
        page.replacen("<script type=", &format!("<script>{HELPERS}</script><script type="), 1);
    let script = format!(
        "<script>addEventListener(\"load\", () => setTimeout(() => {{ {script} }}, 300));</script></body>"
    );
    std::fs::write(&path, page.replace("</body>", &script)).expect("the page can be written");
    let output = Command::new(browser)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"])
        .args(["--window-size=1300,800", "--virtual-time-budget=6000", "--dump-dom"])
        .arg(format!("--user-data-dir={}", directory.join("profile").display()))
        .arg(format!("file://{}#{hash}", path.display()))
        .stdin(Stdio::null())
        .output()
        .expect("the browser can be started");
    let dom = String::from_utf8_lossy(&output.stdout);
    let start = dom.find("id=\"answers\">");
    let start = start.unwrap_or_else(|| panic!("the script gave no answer: {dom:.2000}")) + 13;
    let end = dom[start..].find('<').expect("the end of the answer") + start;
    let bytes = base64(&dom[start..end]);
    let answers: Value = serde_json::from_slice(&bytes).expect("the answer is JSON");
    Some(answers)
}

fn base64(text: &str) -> Vec<u8> {
    const DIGITS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut bytes = Vec::new();
    let (mut bits, mut count) = (0_u32, 0);
    for digit in text.bytes().filter_map(|byte| DIGITS.iter().position(|known| *known == byte)) {
        bits = bits << 6 | digit as u32;
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
        }
    }
    bytes
}

#[test]
fn stepping_through_a_counterexample() {
    let report = samples::lost_update();
    let hash = format!("finding/{}", report.findings[0].id);
    let script = r##"
        const seen = { start: step(), columns: texts(".columns span"), arrows: document.querySelectorAll(".arrows path.head").length };
        press("Home"); seen.home = step(); seen.before = cell("counter");
        press("ArrowRight"); press("ArrowRight"); press("ArrowRight"); seen.third = step();
        seen.read = cell("counter"); seen.line = text(".line.here");
        press("ArrowRight"); seen.wrote = cell("counter"); seen.row = text(".row.here .text");
        press("ArrowLeft"); seen.back = step();
        press("ArrowRight", true); seen.switched = text(".row.here .text");
        press("a"); seen.all = document.querySelectorAll(".row").length; press("o"); seen.noArrows = document.querySelectorAll(".arrows path").length;
        press("t"); seen.theme = document.documentElement.dataset.theme; press("t"); seen.other = document.documentElement.dataset.theme;
        seen.failures = failures; answer(seen);"##;
    let Some(seen) = visit("stepping", &page(&report), &hash, script) else { return };
    assert_eq!(seen["failures"], serde_json::json!([]));
    assert_eq!(seen["start"], "step 11 of 11");
    assert_eq!(seen["columns"], serde_json::json!(["main", "T1", "T2"]));
    assert_eq!(seen["home"], "step 1 of 11");
    assert_eq!(seen["before"], "0", "the first access reads, so the value before is known");
    assert_eq!(seen["third"], "step 4 of 11");
    assert_eq!(seen["read"], "0");
    assert!(seen["line"].as_str().is_some_and(|line| line.contains("counter")), "{}", seen["line"]);
    assert_eq!(seen["row"], "counter = 1 (was 0)");
    assert_eq!(seen["wrote"], "01", "the old value is struck out before the new one");
    assert_eq!(seen["back"], "step 4 of 11");
    assert_eq!(seen["switched"], "counter = 1 (was 1)");
    assert_eq!(seen["all"], 11);
    assert_eq!(seen["arrows"], 5);
    assert_eq!(seen["noArrows"], 0);
    assert_ne!(seen["theme"], seen["other"]);
}

/// A frame of 390 × 844 pixels, as on a phone: nothing sticks out, and every tab can be pressed.
#[test]
fn the_page_fits_a_phone() {
    let report = samples::lost_update();
    let framed = page(&report).replace('&', "&amp;").replace('"', "&quot;");
    let outer = format!(
        "<!doctype html><html><body><script type=\"text/plain\"></script>\
         <iframe id=\"phone\" width=\"390\" height=\"844\" srcdoc=\"{framed}\"></iframe></body></html>"
    );
    let script = r##"
        const phone = document.getElementById("phone"), inner = phone.contentDocument;
        const seen = { pages: [] };
        for (const hash of ["#overview", "#finding/ID", "#statistics", "#tree"]) {
            phone.contentWindow.location.hash = hash;
            phone.contentWindow.dispatchEvent(new HashChangeEvent("hashchange"));
            const tabs = [...inner.querySelectorAll("#tabs a")].map((tab) => tab.getBoundingClientRect());
            seen.pages.push({ hash, wide: inner.documentElement.scrollWidth, tabs: tabs.filter((tab) => tab.left >= 0 && tab.right <= 390).length, all: tabs.length,
                text: inner.getElementById("main").textContent.length });
        }
        answer(seen);"##;
    let script = script.replace("ID", &report.findings[0].id);
    let Some(seen) = visit("phone", &outer, "", &script) else { return };
    for page in seen["pages"].as_array().expect("pages were looked at") {
        assert!(page["wide"].as_u64().is_some_and(|wide| wide <= 390), "{page}");
        assert_eq!(page["tabs"], page["all"], "{page}");
        assert!(page["all"].as_u64() >= Some(4) && page["text"].as_u64() > Some(40), "{page}");
    }
}

#[test]
fn ten_thousand_steps() {
    let report = samples::long_run(10_000);
    let hash = format!("finding/{}", report.findings[0].id);
    let script = r##"
        const rows = () => document.querySelectorAll(".row").length;
        const seen = { start: step(), rows: [rows()], steps: [] };
        press("Home"); seen.first = cell("total");
        for (let i = 0; i < 200; i++) press("ArrowRight");
        seen.steps.push(step()); seen.rows.push(rows()); seen.total = cell("total");
        for (let i = 0; i < 20; i++) press("PageDown");
        seen.rows.push(rows()); press("End"); seen.end = step(); seen.last = cell("total"); seen.rows.push(rows());
        seen.nodes = document.querySelectorAll("*").length; seen.failures = failures; answer(seen);"##;
    let Some(seen) = visit("long", &page(&report), &hash, script) else { return };
    assert_eq!(seen["failures"], serde_json::json!([]));
    assert_eq!(seen["end"], "step 10,000 of 10,000");
    assert_eq!(seen["steps"][0], "step 201 of 10,000");
    assert_eq!(seen["total"], "3940239800", "the old value is struck out before the new one");
    assert_eq!(seen["last"], "9995000699970002");
    for rows in seen["rows"].as_array().expect("counts") {
        assert!(rows.as_u64().is_some_and(|rows| rows > 5 && rows < 120), "{rows}");
    }
    assert!(seen["nodes"].as_u64().is_some_and(|nodes| nodes < 3000), "{}", seen["nodes"]);
}

#[test]
fn overview_statistics_and_tree() {
    let report = samples::with_tree();
    let script = r##"
        const seen = { verdict: text("#verdict"), entries: document.querySelectorAll(".entry").length, cards: texts(".card b") };
        location.hash = "#statistics";
        setTimeout(() => {
            seen.charts = texts(".charts h2"); location.hash = "#tree";
            setTimeout(() => {
                seen.legend = texts(".legend"); seen.root = text(".detail");
                press("ArrowRight"); press("ArrowDown"); seen.walked = text(".detail"); press("+"); press("0");
                const canvas = document.querySelector("canvas");
                const pixels = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
                seen.painted = pixels.some((value) => value > 0); seen.failures = failures; answer(seen);
            }, 200);
        }, 200);"##;
    let Some(seen) = visit("tree", &page(&report), "overview", script) else { return };
    assert_eq!(seen["failures"], serde_json::json!([]));
    assert_eq!(seen["verdict"], "unsafe");
    assert_eq!(seen["entries"], 1);
    assert_eq!(seen["cards"][0], "1");
    assert!(
        seen["charts"].as_array().is_some_and(|charts| charts.len() == 5),
        "{}",
        seen["charts"]
    );
    let legend = seen["legend"].to_string();
    assert!(
        legend.contains("ran into a finding 1") && legend.contains("explored in another order 1"),
        "{legend}"
    );
    assert!(seen["walked"].as_str().is_some_and(|text| text.contains("T2")), "{}", seen["walked"]);
    assert_eq!(seen["painted"], true);
}

#[test]
fn a_page_without_findings() {
    for (name, report) in [("safe", samples::safe()), ("unknown", samples::unknown())] {
        let script = r##"press("n"); press("ArrowRight");
            answer({ verdict: text("#verdict"), tabs: texts("#tabs a"), boxes: texts(".box h2"), failures });"##;
        let Some(seen) = visit(name, &page(&report), "", script) else { return };
        assert_eq!(seen["verdict"], name);
        assert_eq!(seen["failures"], serde_json::json!([]));
        assert_eq!(seen["tabs"].as_array().map(Vec::len), Some(3));
    }
}
