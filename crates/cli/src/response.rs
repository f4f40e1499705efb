//! Response files: `@file` among arguments stands for the words of that file, as compilers have it.

use std::path::Path;

/// Files within files end somewhere.
const DEEPEST: usize = 8;

/// Words with every `@file` replaced that can be read; paths are relative to a directory.
pub(crate) fn expanded(words: impl Iterator<Item = String>, directory: &Path) -> Vec<String> {
    let mut result = Vec::new();
    for word in words {
        expand(word, directory, DEEPEST, &mut result);
    }
    result
}

fn expand(word: String, directory: &Path, depth: usize, result: &mut Vec<String>) {
    let file = word.strip_prefix('@').map(|name| directory.join(name));
    // A file whose own name begins like this is meant.
    let is_itself = directory.join(&word).exists();
    let text = file
        .filter(|_| depth > 0 && !is_itself)
        .and_then(|file| std::fs::read_to_string(file).ok());
    match text {
        Some(text) => {
            for word in split_words(&text) {
                expand(word, directory, depth - 1, result);
            }
        }
        None => result.push(word),
    }
}

/// Splits at white space outside of quotation marks; a backslash takes the next character as it is.
pub(crate) fn split_words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut characters = text.chars();
    while let Some(c) = characters.next() {
        match (quote, c) {
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (None, '"' | '\'') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (Some(open), c) if c == open => quote = None,
            (None | Some('"'), '\\') => {
                word.get_or_insert_default().extend(characters.next());
            }
            (_, c) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

#[cfg(test)]
mod tests {
    use super::split_words;

    #[test]
    fn quotation_marks_keep_words_together() {
        let words = split_words("cc -DA='x y' \"-DB=\\\"q\\\"\"  a\\ b.c\n''");
        assert_eq!(words, ["cc", "-DA=x y", "-DB=\"q\"", "a b.c", ""]);
    }
}
