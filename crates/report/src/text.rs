//! Small text helpers: widths in characters, cutting, padding, wrapping, counting in words, places.

use raddle_findings::Location;

/// Width on a terminal; close enough for source text (one column per character).
pub(crate) fn width(text: &str) -> usize {
    text.chars().count()
}

/// At most `limit` characters; a cut is marked with an ellipsis.
pub(crate) fn cut(text: &str, limit: usize) -> String {
    if width(text) <= limit {
        return text.to_owned();
    }
    let mut shorter: String = text.chars().take(limit.saturating_sub(1)).collect();
    shorter.push('…');
    shorter
}

/// Fills up with blanks on the right.
pub(crate) fn pad(text: &str, columns: usize) -> String {
    let missing = columns.saturating_sub(width(text));
    format!("{text}{}", " ".repeat(missing))
}

/// Breaks at blanks so that no line is longer than `limit` where that is possible.
pub(crate) fn wrap(text: &str, limit: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in text.split_whitespace() {
        if !line.is_empty() && width(&line) + 1 + width(word) > limit {
            lines.push(std::mem::take(&mut line));
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    if !line.is_empty() || lines.is_empty() {
        lines.push(line);
    }
    lines
}

/// Text of the analysed program must not move the cursor or colour the terminal.
pub fn printable(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\t' => result.push_str("    "),
            '\n' => result.push_str("\\n"),
            other if other.is_control() || is_invisible(other) => {
                result.extend(other.escape_default())
            }
            other => result.push(other),
        }
    }
    result
}

/// Marks that change the direction of writing, end lines, or cannot be seen at all.
fn is_invisible(character: char) -> bool {
    matches!(
        character,
        '\u{61c}'
            | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{2069}'
            | '\u{feff}'
            | '\u{fff9}'..='\u{fffb}'
            | '\u{e0000}'..='\u{e007f}'
    )
}

/// `file:line`.
pub(crate) fn place(location: &Location) -> String {
    if location.line == 0 {
        return printable(&location.file);
    }
    format!("{}:{}", printable(&location.file), location.line)
}

/// `1 run`, `2 runs`.
pub(crate) fn counted(count: u64, noun: &str) -> String {
    let ending = if count == 1 {
        ""
    } else if noun.ends_with('s') || noun.ends_with("ch") {
        "es"
    } else {
        "s"
    };
    let (noun, ending) = match noun.strip_suffix('y') {
        Some(stem) if count != 1 => (stem, "ies"),
        _ => (noun, ending),
    };
    format!("{} {noun}{ending}", grouped(count))
}

/// Digits in groups of three: `12,345`.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut result = String::new();
    for (position, digit) in digits.chars().enumerate() {
        if position > 0 && (digits.len() - position).is_multiple_of(3) {
            result.push(',');
        }
        result.push(digit);
    }
    result
}

/// A text in C. Zeros at its end are left out.
pub(crate) fn quoted(bytes: &[u8]) -> String {
    let end = bytes.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
    format!("\"{}\"", escaped(&bytes[..end]))
}

/// The same without quotes and with all zeros.
pub(crate) fn escaped(bytes: &[u8]) -> String {
    let mut text = String::new();
    for (index, &byte) in bytes.iter().enumerate() {
        match byte {
            b'"' | b'\\' => text.extend(['\\', char::from(byte)]),
            7..=13 => text.extend(['\\', char::from(b"abtnvfr"[usize::from(byte) - 7])]),
            b' '..=b'~' => text.push(char::from(byte)),
            // Three digits, so that a digit behind it is not taken for a part of it.
            0 if bytes.get(index + 1).is_none_or(|next| !next.is_ascii_digit()) => {
                text.push_str("\\0")
            }
            other => text.push_str(&format!("\\{other:03o}")),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{counted, cut, grouped, printable, wrap};

    #[test]
    fn wraps_at_blanks_only() {
        assert_eq!(wrap("one two three", 7), ["one two", "three"]);
        assert_eq!(wrap("unbreakable", 3), ["unbreakable"]);
        assert_eq!(wrap("", 3), [""]);
    }

    #[test]
    fn counts_in_words() {
        assert_eq!(counted(1, "query"), "1 query");
        assert_eq!(counted(2, "query"), "2 queries");
        assert_eq!(counted(1234, "branch"), "1,234 branches");
        assert_eq!(grouped(1_000_000), "1,000,000");
    }

    #[test]
    fn control_characters_are_shown_not_sent() {
        assert_eq!(printable("a\u{1b}[31m\n"), "a\\u{1b}[31m\\n");
        assert_eq!(printable("a\u{202e}b"), "a\\u{202e}b");
        assert_eq!(cut("abcdef", 4), "abc…");
    }
}
