//! Words of commands that are printed for people to run.

use std::path::Path;

/// A word as a shell reads it back, and as a terminal can show it.
pub fn quoted_for_shell(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_-./=+:,%@^".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    if word.chars().all(|c| (' '..='~').contains(&c) || c.is_alphanumeric()) {
        return format!("'{}'", word.replace('\'', r"'\''"));
    }
    let mut quoted = String::from("$'");
    for character in word.chars() {
        match character {
            '\'' | '\\' => quoted.extend(['\\', character]),
            ' '..='~' => quoted.push(character),
            other if other.is_alphanumeric() => quoted.push(other),
            other => {
                let mut bytes = [0; 4];
                for byte in other.encode_utf8(&mut bytes).bytes() {
                    quoted.push_str(&format!("\\{byte:03o}"));
                }
            }
        }
    }
    quoted + "'"
}

/// The name of a file as a word of a command that does not take it for a flag.
pub fn quoted_path(path: &Path) -> String {
    let text = path.to_string_lossy();
    let guarded = if text.starts_with('-') { format!("./{text}") } else { text.into_owned() };
    quoted_for_shell(&guarded)
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::process::Command;

    use super::{quoted_for_shell, quoted_path};

    #[test]
    fn shells_read_words_back() {
        for word in [
            "plain/file-1.json",
            "two words",
            "it's",
            "a$(touch x)`y`;&|<>*?[]!~#\"\\",
            "a\nb",
            "\u{1b}[2Jx'\\",
            "\u{202e}txt",
            "häßlich",
            "",
        ] {
            let line = format!("printf %s {}", quoted_for_shell(word));
            assert!(!line.contains(['\n', '\u{1b}', '\u{202e}']), "{line}");
            let output = Command::new("bash").args(["-c", &line]).output().expect("bash is there");
            assert_eq!(String::from_utf8_lossy(&output.stdout), word, "{line}");
        }
    }

    #[test]
    fn names_are_no_flags() {
        assert_eq!(quoted_path(Path::new("-rf")), "./-rf");
        assert_eq!(quoted_path(Path::new("a b/c.json")), "'a b/c.json'");
    }
}
