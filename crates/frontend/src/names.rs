//! Names of files as they may be shown_path: whoever names a file must not write to the terminal.

use std::path::Path;

/// The name of a file for a message: one line, without anything that moves the cursor or the direction of writing.
pub fn shown_path(path: &Path) -> String {
    let mut result = String::new();
    for character in path.to_string_lossy().chars() {
        if character.is_control() || is_invisible(character) {
            result.extend(character.escape_default());
        } else {
            result.push(character);
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

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::shown_path;

    #[test]
    fn names_stay_on_their_line() {
        assert_eq!(shown_path(Path::new("src/häßlich name.c")), "src/häßlich name.c");
        assert_eq!(shown_path(Path::new("a\nerror: b\u{1b}[2J.c")), "a\\nerror: b\\u{1b}[2J.c");
        assert_eq!(shown_path(Path::new("a\u{202e}c.b")), "a\\u{202e}c.b");
        assert_eq!(shown_path(Path::new("a\u{9b}31m")), "a\\u{9b}31m");
    }
}
