//! What the source says where a run branches: the text of the condition and whether it is true.
//!
//! Of a branch the trace has the place of the comparison that decides it and whether that comparison is true. Compilers turn
//! branches round (`if (!ready)`), so the sides of a branch say nothing; the comparison says what is written at its place.
//! Clang puts it at the operator (`x == 5`), or at the name that is tested (`ready`, `p->next`, `is_empty(q)`). From there the
//! expression is read in both directions up to what cannot belong to it: `&&`, `||`, `?`, `:`, `,`, `;` and brackets. Negations around it are
//! told as they are written.
//!
//! What is not read for sure is not told: text in which other operators might bind weaker, and names that are neither variables,
//! members nor functions of the program, because they may be macros in which anything can stand.

use std::collections::BTreeSet;

use raddle_findings::Finding;

use crate::sources::Sources;
use crate::text::printable;

/// Longer conditions are not told.
const LONGEST: usize = 100;

/// Gives branches in the traces of findings their texts. `names`: variables, members and functions of the program.
pub fn tell_conditions(findings: &mut [Finding], names: &BTreeSet<String>) {
    let sources = Sources::default();
    for step in findings.iter_mut().flat_map(|finding| &mut finding.trace) {
        let Some(condition) = step.condition.take() else { continue };
        let place = &condition.location;
        let told = sources.get(&place.file).and_then(|source| {
            let line = source.line(place.line)?;
            let at = line.start + usize::try_from(place.column).ok()?.checked_sub(1)?;
            if at >= line.end || source.text[line].trim_start().starts_with('#') {
                return None;
            }
            condition_at(&source.text, at, names)
        });
        if let Some((text, negated)) = told {
            let truth = if condition.holds != negated { "true" } else { "false" };
            step.text = format!("`{}` is {truth}", printable(&text));
        }
    }
}

/// The condition that the comparison at `at` is, with the negations around it, and whether their number is odd.
fn condition_at(source: &str, at: usize, names: &BTreeSet<String>) -> Option<(String, bool)> {
    let text = masked(source);
    let operator = operator_at(&text, at);
    let (mut start, mut end) = (left_end(&text, at), right_end(&text, at));
    (start, end) = trimmed(&text, start, end);
    for word in ["return", "else", "do"] {
        let alone = text.get(start + word.len()).is_some_and(|&next| !is_name(next));
        if text[start..end].starts_with(word.as_bytes()) && alone {
            (start, end) = trimmed(&text, start + word.len(), end);
        }
    }
    let mut negated = false;
    let mut inner = start;
    while inner < end && text[inner] == b'!' {
        negated = !negated;
        (inner, _) = trimmed(&text, inner + 1, end);
    }
    if inner > at || end <= at {
        return None;
    }
    let plain = match operator {
        // A negation binds stronger than the operator.
        Some(length) => inner == start && is_one_operation(&text, (inner, end), at, length),
        None => is_named_value(&text, (inner, end), at, names),
    };
    if !plain {
        return None;
    }
    // `!(…)` around all of it.
    while let Some((outer, after)) = negation_around(&text, start, end) {
        negated = !negated;
        (start, end) = (outer, after);
    }
    // Without its comments, which are blank there; strings and characters stay.
    let bytes = text[start..end].iter().zip(&source.as_bytes()[start..end]);
    let bytes = bytes.map(|(&masked, &byte)| if masked == b' ' { masked } else { byte });
    let bytes: Vec<u8> = bytes.collect();
    let told = String::from_utf8_lossy(&bytes);
    let told = told.split_whitespace().collect::<Vec<_>>().join(" ");
    (told.len() <= LONGEST).then_some((told, negated))
}

/// The same text with comments blanked, and nothing of what strings and characters say.
fn masked(source: &str) -> Vec<u8> {
    let mut text = source.as_bytes().to_vec();
    let mut at = 0;
    while at < text.len() {
        let end = match (text[at], text.get(at + 1)) {
            (b'/', Some(b'/')) => find(&text, at, b"\n").unwrap_or(text.len()),
            (b'/', Some(b'*')) => find(&text, at + 2, b"*/").map_or(text.len(), |end| end + 2),
            (quote @ (b'"' | b'\''), _) => {
                let mut end = at + 1;
                while end < text.len() && text[end] != quote && text[end] != b'\n' {
                    end += if text[end] == b'\\' { 2 } else { 1 };
                }
                let end = end.min(text.len());
                text[(at + 1).min(end)..end].fill(b'_');
                at = end + 1;
                continue;
            }
            _ => {
                at += 1;
                continue;
            }
        };
        text[at..end].fill(b' ');
        at = end;
    }
    text
}

fn find(text: &[u8], from: usize, what: &[u8]) -> Option<usize> {
    let from = from.min(text.len());
    text[from..].windows(what.len()).position(|window| window == what).map(|found| from + found)
}

fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// The length of the operator of two operands at a place.
fn operator_at(text: &[u8], at: usize) -> Option<usize> {
    let two = text.get(at..at + 2).unwrap_or_default();
    if [&b"=="[..], b"!=", b"<=", b">="].contains(&two) {
        return Some(2);
    }
    let single = matches!(text[at], b'<' | b'>') && two.get(1) != Some(&text[at]);
    single.then_some(1)
}

/// Whether a byte ends an expression that is read in one direction.
fn ends_expression(text: &[u8], at: usize) -> bool {
    let doubled = |byte: u8| {
        text[at] == byte && (text.get(at + 1) == Some(&byte) || at > 0 && text[at - 1] == byte)
    };
    matches!(text[at], b';' | b',' | b'?' | b':' | b'{' | b'}') || doubled(b'&') || doubled(b'|')
}

fn right_end(text: &[u8], at: usize) -> usize {
    let mut depth = 0usize;
    for (index, byte) in text.iter().enumerate().skip(at) {
        match byte {
            b'(' | b'[' => depth += 1,
            b')' | b']' if depth == 0 => return index,
            b')' | b']' => depth -= 1,
            _ if depth == 0 && ends_expression(text, index) => return index,
            _ => {}
        }
    }
    text.len()
}

fn left_end(text: &[u8], at: usize) -> usize {
    let mut depth = 0usize;
    for index in (0..at).rev() {
        match text[index] {
            b')' | b']' => depth += 1,
            b'(' | b'[' if depth == 0 => return index + 1,
            b'(' | b'[' => depth -= 1,
            _ if depth == 0 && (ends_expression(text, index) || assigns(text, index)) => {
                return index + 1;
            }
            _ => {}
        }
    }
    0
}

/// Whether an assignment stands here.
fn assigns(text: &[u8], at: usize) -> bool {
    let before = at.checked_sub(1).map(|before| text[before]);
    text[at] == b'='
        && text.get(at + 1) != Some(&b'=')
        && !matches!(before, Some(b'=' | b'!' | b'<' | b'>'))
}

fn trimmed(text: &[u8], mut start: usize, mut end: usize) -> (usize, usize) {
    while start < end && text[start].is_ascii_whitespace() {
        start += 1;
    }
    while end > start && text[end - 1].is_ascii_whitespace() {
        end -= 1;
    }
    (start, end)
}

/// Whether the operator is the only one of the expression outside of brackets that is not arithmetic.
fn is_one_operation(text: &[u8], (start, end): (usize, usize), at: usize, length: usize) -> bool {
    let mut depth = 0usize;
    let mut index = start;
    while index < end {
        match text[index] {
            b'(' | b'[' => depth += 1,
            b')' | b']' => depth = depth.saturating_sub(1),
            _ if index == at => index += length - 1,
            b'>' if index > start && text[index - 1] == b'-' => {}
            b'=' | b'<' | b'>' | b'&' | b'|' | b'^' | b'"' if depth == 0 => return false,
            b'!' if depth == 0 => return false,
            _ => {}
        }
        index += 1;
    }
    at > start && at + length < end
}

/// Whether the expression is a variable, a member of one, an element, or a call, and the name at `at` is known.
fn is_named_value(
    text: &[u8],
    (start, end): (usize, usize),
    at: usize,
    names: &BTreeSet<String>,
) -> bool {
    let mut name_start = at;
    while name_start < end && matches!(text[name_start], b'*' | b'(' | b' ') {
        name_start += 1;
    }
    let length = text[name_start..end].iter().take_while(|&&byte| is_name(byte)).count();
    let name = String::from_utf8_lossy(&text[name_start..name_start + length]).into_owned();
    if !names.contains(&name) {
        return false;
    }
    let mut depth = 0usize;
    let mut previous = b' ';
    for &byte in &text[start..end] {
        let allowed = match byte {
            b'(' | b'[' => {
                depth += 1;
                true
            }
            b')' | b']' => {
                depth = depth.saturating_sub(1);
                true
            }
            _ if depth > 0 => true,
            b'*' => matches!(previous, b' ' | b'*'),
            b'-' => true,
            b'>' => previous == b'-',
            b'.' => true,
            _ => is_name(byte) && (previous != b'-'),
        };
        if !allowed {
            return false;
        }
        previous = byte;
    }
    previous != b'-'
}

/// The brackets around an expression with a negation before them.
fn negation_around(text: &[u8], start: usize, end: usize) -> Option<(usize, usize)> {
    let (_, before) = trimmed(text, 0, start);
    let (after, _) = trimmed(text, end, text.len());
    if before == 0 || text[before - 1] != b'(' || text.get(after) != Some(&b')') {
        return None;
    }
    let (_, outer) = trimmed(text, 0, before - 1);
    (outer > 0 && text[outer - 1] == b'!').then_some((outer - 1, after + 1))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::condition_at;

    /// `^` marks the place of the comparison.
    fn told(marked: &str) -> Option<(String, bool)> {
        let names: BTreeSet<String> =
            ["ready", "a", "b", "p", "next", "x", "is_empty", "i"].map(str::to_owned).into();
        let at = marked.find('^').expect("a mark");
        condition_at(&marked.replace('^', ""), at, &names)
    }

    fn is(marked: &str, text: &str, negated: bool) {
        assert_eq!(told(marked), Some((text.to_owned(), negated)), "{marked}");
    }

    /// The source may have changed since, or never have been the one.
    #[test]
    fn any_place_of_any_text_can_be_asked_about() {
        let names = BTreeSet::from(["x".to_owned()]);
        let texts = [
            "return", "else", "x = do", "if (!", "!", "!!", "(!(x)", ")x(", "x ==", "== x", "\"",
            "'\\", "/*", "//x", "x>", "&&", "x?!", "do x", "é == x", "[", "!(!(x))", "return!",
            "*(", "x->", "-", "<", "(x", "!x\n", ",x;",
        ];
        for text in texts {
            for at in 0..text.len() {
                condition_at(text, at, &names);
            }
        }
    }

    #[test]
    fn conditions_are_told_as_they_are_written() {
        is("if (!^ready) f();", "!ready", true);
        is("if (^ready) f();", "ready", false);
        is("if (!!^x) f();", "!!x", false);
        is("else if (!(x ^> 3)) f();", "!(x > 3)", true);
        is("if (x ^== 5) f();", "x == 5", false);
        is("if (a && !^b || x)", "!b", true);
        is("if (a && b || ^x)", "x", false);
        is("if (!(^a && b))", "a", false);
        is("while (!p->^next)", "!p->next", true);
        is("do a--; while (a ^> 0);", "a > 0", false);
        is("for (int i = 0; i ^< 3; i++)", "i < 3", false);
        is("y = !^x ? 1 : 2;", "!x", true);
        is("return ^a ? b : x;", "a", false);
        is("int z = ^a && b;", "a", false);
        is("if (\n    x /* c */\n    ^!= 7\n) f();", "x != 7", false);
        is("while (^is_empty(q))", "is_empty(q)", false);
        is("if (p->next->x ^== b + 1)", "p->next->x == b + 1", false);
        is("if (a && x ^== '\\v' /* a tab */)", "x == '\\v'", false);
        is("if ('(' ^== x || a)", "'(' == x", false);
    }

    #[test]
    fn what_is_not_sure_is_not_told() {
        for marked in [
            "if (^READY) f();",
            "^assert(x > 0);",
            "if (a ^== b & x)",
            "if (!a ^== b)",
            "if (^a + b)",
            "if (a ^< b == x)",
        ] {
            assert_eq!(told(marked), None, "{marked}");
        }
    }
}
