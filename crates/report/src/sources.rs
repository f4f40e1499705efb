//! The source files a report points at, read once. A file that is gone or changed only costs the excerpt.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::Range;
use std::rc::Rc;

use raddle_findings::Location;

/// Files larger than this are not shown: an excerpt is not worth the time.
const LARGEST_FILE: u64 = 32 << 20;

#[derive(Debug, Default)]
pub(crate) struct Sources {
    files: RefCell<BTreeMap<String, Option<Rc<SourceText>>>>,
}

impl Sources {
    pub(crate) fn get(&self, file: &str) -> Option<Rc<SourceText>> {
        let mut files = self.files.borrow_mut();
        files.entry(file.to_owned()).or_insert_with(|| read(file)).clone()
    }

    /// The source line without its indentation and its trailing `//` comment.
    pub(crate) fn statement(&self, location: &Location) -> Option<String> {
        let text = self.get(&location.file)?;
        let line = text.line(location.line)?;
        let code = text.text[line].trim();
        let code = match code.find("//") {
            Some(comment) if !code[..comment].contains('"') => code[..comment].trim_end(),
            _ => code,
        };
        if code.is_empty() { None } else { Some(crate::text::printable(code)) }
    }
}

fn read(file: &str) -> Option<Rc<SourceText>> {
    source_text(file).map(|text| Rc::new(SourceText::new(text)))
}

/// The text of a file that the program names: an ordinary one of a size that sources have.
pub fn source_text(file: &str) -> Option<String> {
    let length = std::fs::metadata(file).ok().filter(|data| data.is_file())?.len();
    if length > LARGEST_FILE {
        return None;
    }
    let bytes = std::fs::read(file).ok()?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

/// A text and where its lines start.
#[derive(Debug)]
pub(crate) struct SourceText {
    pub(crate) text: String,
    line_starts: Vec<usize>,
}

impl SourceText {
    pub(crate) fn new(text: String) -> Self {
        let after_newlines = text.match_indices('\n').map(|(position, _)| position + 1);
        let line_starts = std::iter::once(0).chain(after_newlines).collect();
        SourceText { text, line_starts }
    }

    /// Byte range of a line (numbered from 1), without its line end.
    pub(crate) fn line(&self, line: u32) -> Option<Range<usize>> {
        let index = usize::try_from(line).ok()?.checked_sub(1)?;
        let start = *self.line_starts.get(index)?;
        let end = self.line_starts.get(index + 1).map_or(self.text.len(), |next| next - 1);
        Some(start..end.max(start))
    }

    /// The token at a line and column: what a caret under the excerpt should cover. Column 0 means the whole line.
    pub(crate) fn token(&self, line: u32, column: u32) -> Option<Range<usize>> {
        let range = self.line(line)?;
        let content = &self.text[range.clone()];
        let indent = content.len() - content.trim_start().len();
        let whole = range.start + indent..range.start + content.trim_end().len().max(indent);
        let offset = match usize::try_from(column).ok()?.checked_sub(1) {
            Some(offset) if offset < content.len() && content.is_char_boundary(offset) => offset,
            _ => return Some(whole),
        };
        let start = range.start + offset;
        Some(start..start + token_length(&self.text[start..range.end]))
    }
}

fn token_length(rest: &str) -> usize {
    let is_word = |character: char| character.is_alphanumeric() || character == '_';
    let is_operator = |character: char| "+-*/%=<>!&|^".contains(character);
    let Some(first) = rest.chars().next() else {
        return 0;
    };
    let span = |wanted: &dyn Fn(char) -> bool| {
        rest.find(|character: char| !wanted(character)).unwrap_or(rest.len())
    };
    if is_word(first) {
        span(&is_word)
    } else if is_operator(first) {
        span(&is_operator)
    } else {
        first.len_utf8()
    }
}

#[cfg(test)]
mod tests {
    use super::SourceText;

    #[test]
    fn finds_tokens() {
        let source = SourceText::new("int x;\n  total += a[1];\n".to_owned());
        let token = |line, column| &source.text[source.token(line, column).expect("in range")];
        assert_eq!(token(2, 3), "total");
        assert_eq!(token(2, 9), "+=");
        assert_eq!(token(2, 13), "[");
        assert_eq!(token(2, 0), "total += a[1];");
        assert_eq!(token(2, 99), "total += a[1];");
        assert_eq!(source.token(9, 1), None);
    }
}
