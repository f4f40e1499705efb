//! Places in texts. Reports count lines and bytes from one, the protocol counts lines and code units from zero.

use lsp_types::{Position, Range};

/// What a character of a position counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Encoding {
    Utf8,
    Utf16,
}

/// The token at a line and a column as reports give them. A place that the text does not have any more is the nearest
/// one that it has.
pub(crate) fn range_at(text: &str, line: u32, column: u32, encoding: Encoding) -> Range {
    let number = line.saturating_sub(1);
    let line = line_of(text, number);
    let start = match column {
        0 => line.len() - line.trim_start().len(),
        column => boundary(line, column as usize - 1),
    };
    let end = start + token_length(&line[start..]);
    let at = |byte: usize| Position::new(number, units(&line[..byte], encoding));
    Range::new(at(start), at(end))
}

/// A line, without what ends it.
pub(crate) fn line_of(text: &str, number: u32) -> &str {
    text.lines().nth(number as usize).unwrap_or("")
}

/// The name at a position, if there is one.
pub(crate) fn word_at(text: &str, position: Position, encoding: Encoding) -> Option<&str> {
    let line = line_of(text, position.line);
    let at = byte_at(line, position.character, encoding);
    let begin = line[..at]
        .rfind(|c| !is_of_word(c))
        .map_or(0, |before| before + line[before..].chars().next().map_or(1, char::len_utf8));
    let end = line[at..].find(|c| !is_of_word(c)).map_or(line.len(), |length| at + length);
    let word = &line[begin..end];
    (!word.is_empty() && !word.starts_with(|c: char| c.is_ascii_digit())).then_some(word)
}

/// Where a line of an earlier text is now, told by the lines above and below that stayed; `None` where the text was edited.
pub(crate) fn moved(before: &str, now: &str, line: u32) -> Option<u32> {
    let (old, new): (Vec<&str>, Vec<&str>) = (before.lines().collect(), now.lines().collect());
    let same = |pair: &(&&str, &&str)| pair.0 == pair.1;
    let above = old.iter().zip(&new).take_while(same).count();
    let room = old.len().min(new.len()) - above;
    let below = old.iter().rev().zip(new.iter().rev()).take(room).take_while(same).count();
    let line = line as usize;
    if line < above {
        return u32::try_from(line).ok();
    }
    let from_end = old.len().checked_sub(line)?;
    (from_end <= below).then(|| u32::try_from(new.len() - from_end).ok()).flatten()
}

fn is_of_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// A name or a number, an operator such as `++` or `->`, or else one character.
fn token_length(rest: &str) -> usize {
    let word = rest.find(|c| !is_of_word(c)).unwrap_or(rest.len());
    if word > 0 {
        return word;
    }
    let operator = rest.find(|c| !"+-*/%&|^=<>!".contains(c)).unwrap_or(rest.len());
    if operator > 0 { operator.min(3) } else { rest.chars().next().map_or(0, char::len_utf8) }
}

/// The nearest place at or before a byte where a character begins.
fn boundary(line: &str, byte: usize) -> usize {
    (0..=byte.min(line.len())).rev().find(|&at| line.is_char_boundary(at)).unwrap_or(0)
}

fn units(text: &str, encoding: Encoding) -> u32 {
    let count = match encoding {
        Encoding::Utf8 => text.len(),
        Encoding::Utf16 => text.encode_utf16().count(),
    };
    u32::try_from(count).unwrap_or(u32::MAX)
}

fn byte_at(line: &str, character: u32, encoding: Encoding) -> usize {
    if encoding == Encoding::Utf8 {
        return boundary(line, character as usize);
    }
    let mut left = character as usize;
    for (at, c) in line.char_indices() {
        if left < c.len_utf16() {
            return at;
        }
        left -= c.len_utf16();
    }
    line.len()
}

#[cfg(test)]
mod tests {
    use lsp_types::{Position, Range};

    use super::{Encoding, moved, range_at, word_at};

    fn range(line: u32, start: u32, end: u32) -> Range {
        Range::new(Position::new(line, start), Position::new(line, end))
    }

    #[test]
    fn tokens_are_marked_in_units_of_the_client() {
        let text = "int a;\n/* 𝛼ä */ count++;\n";
        assert_eq!(range_at(text, 2, 14, Encoding::Utf8), range(1, 13, 18));
        assert_eq!(range_at(text, 2, 14, Encoding::Utf16), range(1, 10, 15));
        assert_eq!(range_at(text, 2, 19, Encoding::Utf8), range(1, 18, 20));
    }

    #[test]
    fn places_outside_of_the_text_do_no_harm() {
        for (line, column) in [(0, 0), (1, 99), (7, 3), (u32::MAX, u32::MAX)] {
            range_at("x\n", line, column, Encoding::Utf16);
            range_at("", line, column, Encoding::Utf8);
        }
        assert_eq!(range_at("  x;\n", 1, 0, Encoding::Utf8), range(0, 2, 3));
    }

    #[test]
    fn words_are_found_from_either_end() {
        let text = "ä = get(x, 12);";
        let word = |character| word_at(text, Position::new(0, character), Encoding::Utf16);
        assert_eq!([word(4), word(5), word(7)], [Some("get"); 3]);
        assert_eq!(word(0), None);
        assert_eq!(word(12), None);
        assert_eq!(word(999), None);
        assert_eq!(word_at("a", Position::new(9, 9), Encoding::Utf8), None);
    }

    #[test]
    fn lines_move_with_edits_around_them() {
        let (before, now) = ("a\nb\nc\nd\n", "a\nnew\nnewer\nc\nd\n");
        assert_eq!(
            [0, 1, 2, 3].map(|line| moved(before, now, line)),
            [Some(0), None, Some(3), Some(4)]
        );
        assert_eq!(moved(before, before, 2), Some(2));
        assert_eq!(moved("a\na\n", "a\n", 1), None);
        assert_eq!(moved("", "", 5), None);
    }
}
