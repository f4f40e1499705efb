//! A reader of the YAML that task definitions and witnesses use: block and flow collections, plain, quoted and block scalars.
//!
//! Anchors, tags, complex keys and several documents do not occur there and are refused. All scalars are texts: what a
//! number is, its user knows.

use std::fmt;

/// A node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Yaml {
    Text(String),
    List(Vec<Yaml>),
    Map(Vec<(String, Yaml)>),
}

/// What is wrong, and in which line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct YamlError {
    line: usize,
    message: &'static str,
}

impl fmt::Display for YamlError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for YamlError {}

impl Yaml {
    pub(crate) fn get(&self, key: &str) -> Option<&Yaml> {
        match self {
            Yaml::Map(entries) => {
                entries.iter().find(|(name, _)| name == key).map(|(_, value)| value)
            }
            Yaml::Text(_) | Yaml::List(_) => None,
        }
    }

    pub(crate) fn text(&self) -> Option<&str> {
        match self {
            Yaml::Text(text) => Some(text),
            Yaml::List(_) | Yaml::Map(_) => None,
        }
    }

    /// The items of a list; anything else is its own only item.
    pub(crate) fn items(&self) -> &[Yaml] {
        match self {
            Yaml::List(items) => items,
            Yaml::Text(_) | Yaml::Map(_) => std::slice::from_ref(self),
        }
    }

    /// The text below a path of keys.
    pub(crate) fn text_at(&self, path: &[&str]) -> Option<&str> {
        path.iter().try_fold(self, |node, key| node.get(key))?.text()
    }
}

/// Reads one document.
pub(crate) fn parse(text: &str) -> Result<Yaml, YamlError> {
    let mut reader = Reader { lines: lines(text)?, at: 0 };
    let Some(first) = reader.lines.first() else { return Ok(Yaml::Text(String::new())) };
    let indent = first.indent;
    let node = reader.block(indent, 0)?;
    match reader.lines.get(reader.at) {
        None => Ok(node),
        Some(line) => {
            Err(YamlError { line: line.number, message: "this does not belong to what is above" })
        }
    }
}

/// Deeper nesting is no honest input, and would use up the stack.
const DEEPEST: usize = 100;

#[derive(Clone, Debug)]
struct Line {
    number: usize,
    indent: usize,
    content: String,
    /// With comment and blanks, for block scalars.
    raw: String,
}

fn lines(text: &str) -> Result<Vec<Line>, YamlError> {
    let mut lines = Vec::new();
    for (index, raw) in text.lines().enumerate() {
        let content = without_comment(raw).trim_end();
        let trimmed = content.trim_start();
        let number = index + 1;
        if trimmed.starts_with('\t') || content[..content.len() - trimmed.len()].contains('\t') {
            return Err(YamlError { line: number, message: "a tab cannot indent" });
        }
        if content == "---" && lines.iter().all(|line: &Line| line.content.is_empty()) {
            continue;
        }
        if matches!(content, "---" | "...") || content.starts_with('%') {
            return Err(YamlError { line: number, message: "one document is expected" });
        }
        lines.push(Line {
            number,
            indent: content.len() - trimmed.len(),
            content: trimmed.to_owned(),
            raw: raw.to_owned(),
        });
    }
    while lines.first().is_some_and(|line| line.content.is_empty()) {
        lines.remove(0);
    }
    while lines.last().is_some_and(|line| line.content.is_empty()) {
        lines.pop();
    }
    Ok(lines)
}

/// A comment starts with `#` at the start or after a blank, outside of quotes.
fn without_comment(line: &str) -> &str {
    let mut quote = None;
    let mut before = ' ';
    let mut escaped = false;
    for (at, character) in line.char_indices() {
        match quote {
            Some('"') if escaped => escaped = false,
            Some('"') if character == '\\' => escaped = true,
            Some(mark) if character == mark => quote = None,
            Some(_) => {}
            None if character == '#' && before.is_whitespace() => return &line[..at],
            None if matches!(character, '"' | '\'')
                && matches!(before, ' ' | '[' | '{' | ',' | ':') =>
            {
                quote = Some(character);
            }
            None => {}
        }
        before = character;
    }
    line
}

struct Reader {
    lines: Vec<Line>,
    at: usize,
}

impl Reader {
    fn skip_blank(&mut self) {
        while self.lines.get(self.at).is_some_and(|line| line.content.is_empty()) {
            self.at += 1;
        }
    }

    fn error(&self, message: &'static str) -> YamlError {
        let line = self.lines.get(self.at).or(self.lines.last()).map_or(1, |line| line.number);
        YamlError { line, message }
    }

    /// The node whose lines start at this indentation.
    fn block(&mut self, indent: usize, depth: usize) -> Result<Yaml, YamlError> {
        if depth > DEEPEST {
            return Err(self.error("this is nested too deeply"));
        }
        self.skip_blank();
        let Some(line) = self.lines.get(self.at) else { return Ok(Yaml::Text(String::new())) };
        if is_item(&line.content) {
            self.list(indent, depth)
        } else if split_key(&line.content).is_some() {
            self.map(indent, depth)
        } else {
            let content = line.content.clone();
            self.at += 1;
            self.scalar(&content, indent)
        }
    }

    fn list(&mut self, indent: usize, depth: usize) -> Result<Yaml, YamlError> {
        let mut items = Vec::new();
        loop {
            self.skip_blank();
            let Some(line) = self.lines.get_mut(self.at) else { break };
            if line.indent != indent || !is_item(&line.content) {
                break;
            }
            let rest = line.content[1..].trim_start();
            if rest.is_empty() {
                self.at += 1;
                items.push(self.below(indent, false, depth)?);
            } else {
                // The item goes on in this line: what follows the dash is a line of its own, further in.
                let offset = line.content.len() - rest.len();
                line.content = rest.to_owned();
                line.indent = indent + offset;
                items.push(self.block(indent + offset, depth + 1)?);
            }
        }
        Ok(Yaml::List(items))
    }

    fn map(&mut self, indent: usize, depth: usize) -> Result<Yaml, YamlError> {
        let mut entries: Vec<(String, Yaml)> = Vec::new();
        loop {
            self.skip_blank();
            let Some(line) = self.lines.get(self.at) else { break };
            if line.indent != indent || is_item(&line.content) {
                break;
            }
            let Some((key, rest)) = split_key(&line.content) else {
                return Err(self.error("a key with a colon is expected"));
            };
            let (key, rest) = (unquoted(key), rest.to_owned());
            if entries.iter().any(|(known, _)| *known == key) {
                return Err(self.error("this key was there before"));
            }
            self.at += 1;
            let value = if rest.is_empty() {
                self.below(indent, true, depth)?
            } else if rest.starts_with(['|', '>']) {
                Yaml::Text(self.block_scalar(indent, rest.starts_with('>')))
            } else {
                self.scalar(&rest, indent)?
            };
            entries.push((key, value));
        }
        Ok(Yaml::Map(entries))
    }

    /// What stands below a key or a dash; a list may stand as far left as its key.
    fn below(&mut self, indent: usize, after_key: bool, depth: usize) -> Result<Yaml, YamlError> {
        self.skip_blank();
        match self.lines.get(self.at) {
            Some(line) if line.indent > indent => {
                let deeper = line.indent;
                self.block(deeper, depth + 1)
            }
            Some(line) if after_key && line.indent == indent && is_item(&line.content) => {
                self.list(indent, depth + 1)
            }
            _ => Ok(Yaml::Text(String::new())),
        }
    }

    fn block_scalar(&mut self, indent: usize, folded: bool) -> String {
        let mut lines: Vec<String> = Vec::new();
        while let Some(line) = self.lines.get(self.at) {
            let own = line.raw.len() - line.raw.trim_start().len();
            if !line.raw.trim().is_empty() && own <= indent {
                break;
            }
            lines.push(line.raw.clone());
            self.at += 1;
        }
        let margin = lines.iter().filter(|line| !line.trim().is_empty());
        let margin = margin.map(|line| line.len() - line.trim_start().len()).min().unwrap_or(0);
        let lines: Vec<&str> = lines.iter().map(|line| line.get(margin..).unwrap_or("")).collect();
        lines.join(if folded { " " } else { "\n" }).trim_end().to_owned()
    }

    /// A scalar or flow collection that starts in the line before and may go on in lines further in.
    fn scalar(&mut self, start: &str, indent: usize) -> Result<Yaml, YamlError> {
        let mut text = start.to_owned();
        while let Some(line) = self.lines.get(self.at) {
            let goes_on = line.indent > indent && !line.content.is_empty();
            let open = is_open(&text);
            if !goes_on && !open {
                break;
            }
            if !open && split_key(&line.content).is_some() {
                return Err(self.error("a key cannot stand below a value"));
            }
            text.push(' ');
            text.push_str(&line.content);
            self.at += 1;
        }
        let mut flow = Flow { text: &text, at: 0 };
        let value = flow.value(false, 0);
        match value {
            Some(value) if flow.rest().trim().is_empty() => Ok(value),
            _ => {
                let line = self.lines.get(self.at.saturating_sub(1)).map_or(1, |line| line.number);
                Err(YamlError { line, message: "this value cannot be read" })
            }
        }
    }
}

fn is_item(content: &str) -> bool {
    content == "-" || content.starts_with("- ")
}

/// Whether a quote or bracket that opens a value is not closed yet.
fn is_open(text: &str) -> bool {
    text.starts_with(['"', '\'', '[', '{']) && Flow { text, at: 0 }.value(false, 0).is_none()
}

/// A key, plain or quoted, and what follows its colon.
fn split_key(content: &str) -> Option<(&str, &str)> {
    let start = match content.chars().next()? {
        mark @ ('"' | '\'') => content[1..].find(mark)? + 2,
        '[' | '{' | '#' | '&' | '*' | '!' | '|' | '>' | '%' | '@' | '`' | '?' => return None,
        _ => 0,
    };
    let colon = content[start..]
        .match_indices(':')
        .map(|(at, _)| at + start)
        .find(|&at| content[at + 1..].is_empty() || content[at + 1..].starts_with(' '))?;
    let between = content[start..colon].trim();
    (start == 0 || between.is_empty()).then(|| (&content[..colon], content[colon + 1..].trim()))
}

fn unquoted(key: &str) -> String {
    match (Flow { text: key, at: 0 }).value(false, 0) {
        Some(Yaml::Text(text)) => text,
        _ => key.to_owned(),
    }
}

/// A value within a line.
struct Flow<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Flow<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn blanks(&mut self) {
        self.at += self.rest().len() - self.rest().trim_start().len();
    }

    fn take(&mut self, mark: char) -> bool {
        self.blanks();
        let taken = self.rest().starts_with(mark);
        self.at += if taken { mark.len_utf8() } else { 0 };
        taken
    }

    /// `inside` a flow collection commas and brackets end a plain scalar.
    fn value(&mut self, inside: bool, depth: usize) -> Option<Yaml> {
        self.blanks();
        if depth > DEEPEST {
            return None;
        }
        match self.rest().chars().next() {
            Some('[') => self.list(depth),
            Some('{') => self.map(depth),
            Some('"') => self.double_quoted().map(Yaml::Text),
            Some('\'') => self.single_quoted().map(Yaml::Text),
            Some('&' | '*' | '!' | '`' | '@') => None,
            _ => Some(Yaml::Text(self.plain(inside))),
        }
    }

    fn list(&mut self, depth: usize) -> Option<Yaml> {
        let mut items = Vec::new();
        self.take('[');
        while !self.take(']') {
            items.push(self.value(true, depth + 1)?);
            if !self.take(',') && !self.rest().trim_start().starts_with(']') {
                return None;
            }
        }
        Some(Yaml::List(items))
    }

    fn map(&mut self, depth: usize) -> Option<Yaml> {
        let mut entries = Vec::new();
        self.take('{');
        while !self.take('}') {
            let Yaml::Text(key) = self.value(true, depth + 1)? else { return None };
            let value = if self.take(':') { self.value(true, depth + 1)? } else { return None };
            entries.push((key, value));
            if !self.take(',') && !self.rest().trim_start().starts_with('}') {
                return None;
            }
        }
        Some(Yaml::Map(entries))
    }

    fn plain(&mut self, inside: bool) -> String {
        let rest = self.rest();
        let ends = |at: usize, character: char| {
            let next = rest[at + character.len_utf8()..].chars().next();
            inside
                && (matches!(character, ',' | ']' | '}')
                    || (character == ':'
                        && next.is_none_or(|next| matches!(next, ' ' | ',' | '}' | ']'))))
        };
        let end = rest.char_indices().find(|&(at, character)| ends(at, character));
        let end = end.map_or(rest.len(), |(at, _)| at);
        self.at += end;
        rest[..end].trim().to_owned()
    }

    fn single_quoted(&mut self) -> Option<String> {
        let mut text = String::new();
        let mut characters = self.rest().char_indices().skip(1).peekable();
        while let Some((at, character)) = characters.next() {
            if character != '\'' {
                text.push(character);
            } else if characters.peek().is_some_and(|(_, next)| *next == '\'') {
                text.push('\'');
                characters.next();
            } else {
                self.at += at + 1;
                return Some(text);
            }
        }
        None
    }

    fn double_quoted(&mut self) -> Option<String> {
        let rest = self.rest();
        let mut escaped = false;
        let end = rest.char_indices().skip(1).find(|&(_, character)| {
            let ends = character == '"' && !escaped;
            escaped = character == '\\' && !escaped;
            ends
        });
        let (end, _) = end?;
        self.at += end + 1;
        // Escapes of JSON are the ones that occur.
        serde_json::from_str(&rest[..=end]).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::{Yaml, parse};

    #[test]
    fn a_task_definition() {
        let text = "format_version: '2.0'\n\n# comment\ninput_files: 'a b.c'   # another\n\
                    properties:\n  - property_file: ../p/unreach-call.prp\n    expected_verdict: true\n\
                    \noptions:\n  language: C\n  data_model: ILP32\n";
        let node = parse(text).expect("YAML");
        assert_eq!(node.text_at(&["options", "data_model"]), Some("ILP32"));
        assert_eq!(node.text_at(&["input_files"]), Some("a b.c"));
        let properties = node.get("properties").expect("a list").items();
        assert_eq!(properties[0].text_at(&["expected_verdict"]), Some("true"));
    }

    #[test]
    fn nested_lists_and_flows() {
        let text = "- entry_type: \"violation_sequence\"\n  content:\n  - segment:\n    - waypoint:\n        type: target\n\
                    \x20       location: {file_name: \"a:b.c\", line: 5}\n  files: [x.c, 'y.c', \"z\\n\"]\n  empty: []\n";
        let node = parse(text).expect("YAML");
        let entry = &node.items()[0];
        let segment = &entry.get("content").expect("content").items()[0];
        let waypoint =
            segment.get("segment").expect("segment").items()[0].get("waypoint").expect("one");
        assert_eq!(waypoint.text_at(&["location", "line"]), Some("5"));
        assert_eq!(waypoint.text_at(&["location", "file_name"]), Some("a:b.c"));
        assert_eq!(entry.get("files").expect("files").items()[2], Yaml::Text("z\n".to_owned()));
        assert_eq!(entry.get("empty"), Some(&Yaml::List(Vec::new())));
    }

    #[test]
    fn long_texts() {
        let text = "a: one\n  two\nb: |\n  x\n   y\nc: >-\n  p\n  q\nd: \"r\n  s\"\n";
        let node = parse(text).expect("YAML");
        let of = |key: &str| node.text_at(&[key]).map(str::to_owned);
        assert_eq!(of("a").as_deref(), Some("one two"));
        assert_eq!(of("b").as_deref(), Some("x\n y"));
        assert_eq!(of("c").as_deref(), Some("p q"));
        assert_eq!(of("d").as_deref(), Some("r s"));
    }

    #[test]
    fn what_is_not_read_is_refused() {
        for text in [
            "a: *x\n",
            "a: [1, 2\n",
            "a: \"x\n",
            "a: 1\na: 2\n",
            "a: 1\n b: 2\n  - c\n d\n",
            "\ta: 1\n",
            "a: 1\n---\nb: 2\n",
            "- a\nb: 1\n",
            "a: {b\n",
        ] {
            assert!(parse(text).is_err(), "{text:?} → {:?}", parse(text));
        }
        assert!(parse(&"[".repeat(5000)).is_err());
        assert!(parse(&"- ".repeat(5000)).is_err());
    }
}
