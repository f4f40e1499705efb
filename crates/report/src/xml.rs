//! Text for XML files: escaping, and what XML 1.0 cannot contain.

/// Text for an attribute or between tags. Characters that XML 1.0 forbids are shown by their escapes.
pub(crate) fn escaped(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => result.push_str("&amp;"),
            '<' => result.push_str("&lt;"),
            '>' => result.push_str("&gt;"),
            '"' => result.push_str("&quot;"),
            '\n' => result.push('\n'),
            '\t' => result.push_str("&#9;"),
            control if control.is_control() => result.extend(control.escape_default()),
            '\u{fffe}' | '\u{ffff}' => result.push('\u{fffd}'),
            other => result.push(other),
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::escaped;

    #[test]
    fn nothing_breaks_out() {
        assert_eq!(escaped("a<b && \"c\"\u{1}"), "a&lt;b &amp;&amp; &quot;c&quot;\\u{1}");
    }
}
