//! Tokens of textual LLVM IR.
//!
//! Tokens borrow from the text and stay raw: quoted names and strings keep their `\XX` escapes until
//! the parser asks for them ([`unescape_text`], [`unescape_bytes`]), so that a token is `Copy` and
//! skipping costs nothing. Newlines are no tokens, but every token knows its line: an instruction the
//! parser does not know is skipped to the end of its line.

use std::borrow::Cow;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Token<'a> {
    /// A keyword, type name or bare identifier.
    Word(&'a str),
    /// `name:`, `12:` or `"quoted":`: a block label, or a field name inside metadata.
    Label(&'a str),
    /// `%name`
    Local(&'a str),
    /// `@name`
    Global(&'a str),
    /// `$name`
    Comdat(&'a str),
    /// `!12`
    MetadataRef(u32),
    /// `!name`
    MetadataName(&'a str),
    /// `!"text"`
    MetadataString(&'a str),
    /// `#12`
    AttributeGroup(&'a str),
    /// `#dbg_declare` and its kin, without the `#`.
    Record(&'a str),
    Integer(&'a str),
    /// Decimal with a point, or any `0x…` form.
    Float(&'a str),
    Text(&'a str),
    /// `c"bytes"`
    Bytes(&'a str),
    /// A single punctuation character.
    Punct(u8),
    Ellipsis,
    End,
}

/// A place in the text where no token starts, or one that never ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LexError {
    pub offset: usize,
    pub message: &'static str,
}

#[derive(Clone, Debug)]
pub struct Lexer<'a> {
    text: &'a str,
    bytes: &'a [u8],
    position: usize,
    line: u32,
}

impl<'a> Lexer<'a> {
    pub fn new(text: &'a str) -> Self {
        Lexer { text, bytes: text.as_bytes(), position: 0, line: 1 }
    }

    /// Line of the token returned last (or of where scanning stopped).
    pub fn line(&self) -> u32 {
        self.line
    }

    /// The next token with the offset it starts at.
    pub fn next_token(&mut self) -> Result<(Token<'a>, usize), LexError> {
        self.skip_blanks();
        let start = self.position;
        let token = match self.peek(0) {
            None => Token::End,
            Some(byte) => self.scan(byte)?,
        };
        Ok((token, start))
    }

    fn peek(&self, ahead: usize) -> Option<u8> {
        self.bytes.get(self.position + ahead).copied()
    }

    fn skip_blanks(&mut self) {
        while let Some(byte) = self.peek(0) {
            match byte {
                b'\n' => {
                    self.line += 1;
                    self.position += 1;
                }
                b' ' | b'\t' | b'\r' | 0x0c => self.position += 1,
                b';' => self.skip_comment(),
                _ => break,
            }
        }
    }

    fn skip_comment(&mut self) {
        let rest = &self.bytes[self.position..];
        self.position += rest.iter().position(|&b| b == b'\n').unwrap_or(rest.len());
    }

    fn scan(&mut self, byte: u8) -> Result<Token<'a>, LexError> {
        match byte {
            b'%' => self.sigil(Token::Local),
            b'@' => self.sigil(Token::Global),
            b'$' if self.peek(1).is_some_and(|b| b == b'"' || is_name_byte(b)) => {
                self.sigil(Token::Comdat)
            }
            b'!' => self.metadata(),
            b'#' => self.hash(),
            b'"' => {
                let text = self.quoted()?;
                Ok(self.label_or(text, Token::Text))
            }
            b'c' if self.peek(1) == Some(b'"') => {
                self.position += 1;
                Ok(Token::Bytes(self.quoted()?))
            }
            b'.' if self.bytes[self.position..].starts_with(b"...") => {
                self.position += 3;
                Ok(Token::Ellipsis)
            }
            b'0'..=b'9' => Ok(self.number()),
            b'-' | b'+' if self.peek(1).is_some_and(|b| b.is_ascii_digit()) => Ok(self.number()),
            b'(' | b')' | b'[' | b']' | b'{' | b'}' | b'<' | b'>' | b',' | b'=' | b'*' | b'|'
            | b':' | b'^' | b'/' => {
                self.position += 1;
                Ok(Token::Punct(byte))
            }
            _ if is_name_byte(byte) => {
                let word = self.take_while(is_name_byte);
                Ok(self.label_or(word, Token::Word))
            }
            _ => Err(self.error("this character starts no token")),
        }
    }

    fn error(&self, message: &'static str) -> LexError {
        LexError { offset: self.position, message }
    }

    fn take_while(&mut self, accept: impl Fn(u8) -> bool) -> &'a str {
        let start = self.position;
        let rest = &self.bytes[start..];
        self.position += rest.iter().position(|&b| !accept(b)).unwrap_or(rest.len());
        // Only ASCII bytes are accepted, so both ends are character boundaries.
        self.text.get(start..self.position).unwrap_or("")
    }

    fn label_or(&mut self, text: &'a str, otherwise: fn(&'a str) -> Token<'a>) -> Token<'a> {
        if self.peek(0) == Some(b':') {
            self.position += 1;
            return Token::Label(text);
        }
        otherwise(text)
    }

    /// What stands between double quotes, raw. LLVM writes a quote inside as `\22`.
    fn quoted(&mut self) -> Result<&'a str, LexError> {
        let start = self.position + 1;
        let rest = &self.bytes[start..];
        let Some(length) = rest.iter().position(|&b| b == b'"') else {
            return Err(self.error("this string is never closed"));
        };
        self.line += rest[..length].iter().filter(|&&b| b == b'\n').count() as u32;
        self.position = start + length + 1;
        Ok(self.text.get(start..start + length).unwrap_or(""))
    }

    fn sigil(&mut self, make: fn(&'a str) -> Token<'a>) -> Result<Token<'a>, LexError> {
        self.position += 1;
        if self.peek(0) == Some(b'"') {
            return Ok(make(self.quoted()?));
        }
        let name = self.take_while(is_name_byte);
        if name.is_empty() {
            return Err(self.error("a name must follow here"));
        }
        Ok(make(name))
    }

    fn metadata(&mut self) -> Result<Token<'a>, LexError> {
        match self.peek(1) {
            Some(b'"') => {
                self.position += 1;
                Ok(Token::MetadataString(self.quoted()?))
            }
            Some(b'0'..=b'9') => {
                self.position += 1;
                let digits = self.take_while(|b| b.is_ascii_digit());
                let number = digits.parse().map_err(|_| self.error("metadata number too large"))?;
                Ok(Token::MetadataRef(number))
            }
            Some(b) if is_name_byte(b) || b == b'\\' => {
                self.position += 1;
                Ok(Token::MetadataName(self.take_while(|b| is_name_byte(b) || b == b'\\')))
            }
            _ => {
                self.position += 1;
                Ok(Token::Punct(b'!'))
            }
        }
    }

    fn hash(&mut self) -> Result<Token<'a>, LexError> {
        self.position += 1;
        let name = self.take_while(|b| b.is_ascii_alphanumeric() || b == b'_');
        match name.as_bytes().first() {
            None => Err(self.error("a number or a record name must follow '#'")),
            Some(b'0'..=b'9') => Ok(Token::AttributeGroup(name)),
            Some(_) => Ok(Token::Record(name)),
        }
    }

    fn number(&mut self) -> Token<'a> {
        let start = self.position;
        if self.bytes[start..].starts_with(b"0x") {
            return Token::Float(self.take_while(|b| b.is_ascii_alphanumeric()));
        }
        if matches!(self.peek(0), Some(b'-' | b'+')) {
            self.position += 1;
        }
        self.take_while(|b| b.is_ascii_digit());
        let mut float = false;
        if self.peek(0) == Some(b'.') {
            float = true;
            self.position += 1;
            self.take_while(|b| b.is_ascii_digit());
            if matches!(self.peek(0), Some(b'e' | b'E')) {
                self.position += 1;
                if matches!(self.peek(0), Some(b'-' | b'+')) {
                    self.position += 1;
                }
                self.take_while(|b| b.is_ascii_digit());
            }
        }
        let text = self.text.get(start..self.position).unwrap_or("");
        if float { Token::Float(text) } else { self.label_or(text, Token::Integer) }
    }
}

fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'$' | b'.' | b'_' | b'-')
}

/// Resolves `\XX` and `\\` in a quoted name. Bytes that are not UTF-8 become replacement characters.
pub fn unescape_text(raw: &str) -> Cow<'_, str> {
    if !raw.contains('\\') {
        return Cow::Borrowed(raw);
    }
    Cow::Owned(String::from_utf8_lossy(&unescape_bytes(raw)).into_owned())
}

/// Resolves `\XX` and `\\` in a quoted string.
pub fn unescape_bytes(raw: &str) -> Vec<u8> {
    let bytes = raw.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut i = 0;
    while i < bytes.len() {
        let (byte, length) = unescape_one(&bytes[i..]);
        out.push(byte);
        i += length;
    }
    out
}

fn unescape_one(bytes: &[u8]) -> (u8, usize) {
    if bytes[0] != b'\\' {
        return (bytes[0], 1);
    }
    if bytes.get(1) == Some(&b'\\') {
        return (b'\\', 2);
    }
    let digit = |i: usize| bytes.get(i).and_then(|&b| (b as char).to_digit(16));
    match (digit(1), digit(2)) {
        (Some(high), Some(low)) => ((high * 16 + low) as u8, 3),
        _ => (b'\\', 1),
    }
}

/// Line and column (from 1) of a byte offset.
pub fn line_and_column(text: &str, offset: usize) -> (u32, u32) {
    let before = &text.as_bytes()[..offset.min(text.len())];
    let line = before.iter().filter(|&&b| b == b'\n').count() + 1;
    let column = before.iter().rev().take_while(|&&b| b != b'\n').count() + 1;
    (line as u32, column as u32)
}

#[cfg(test)]
mod tests {
    use super::{Lexer, Token, line_and_column, unescape_bytes, unescape_text};

    fn all(text: &str) -> Vec<Token<'_>> {
        let mut lexer = Lexer::new(text);
        let mut tokens = Vec::new();
        loop {
            match lexer.next_token().expect("lexes") {
                (Token::End, _) => return tokens,
                (token, _) => tokens.push(token),
            }
        }
    }

    #[test]
    fn names_and_labels() {
        assert_eq!(
            all("%x.addr @\"a b\" for.cond: 12: \"q r\": !dbg !7 !\"s\" #0 #dbg_value"),
            vec![
                Token::Local("x.addr"),
                Token::Global("a b"),
                Token::Label("for.cond"),
                Token::Label("12"),
                Token::Label("q r"),
                Token::MetadataName("dbg"),
                Token::MetadataRef(7),
                Token::MetadataString("s"),
                Token::AttributeGroup("0"),
                Token::Record("dbg_value"),
            ]
        );
    }

    #[test]
    fn numbers() {
        assert_eq!(
            all("-5 3.0e+00 0xK3FFF i32 c\"a\\00\" ..."),
            vec![
                Token::Integer("-5"),
                Token::Float("3.0e+00"),
                Token::Float("0xK3FFF"),
                Token::Word("i32"),
                Token::Bytes("a\\00"),
                Token::Ellipsis,
            ]
        );
    }

    #[test]
    fn escapes_and_positions() {
        assert_eq!(unescape_bytes("a\\0A\\\\z\\"), b"a\n\\z\\");
        assert_eq!(unescape_text("\\C3\\A9"), "é");
        assert_eq!(line_and_column("ab\ncd", 4), (2, 2));
        let mut lexer = Lexer::new("; comment\n  x");
        assert_eq!(lexer.next_token(), Ok((Token::Word("x"), 12)));
        assert_eq!(lexer.line(), 2);
    }

    #[test]
    fn unfinished_tokens_are_errors() {
        for text in ["\"abc", "@", "%", "#", "c\"x", "\u{1}", "!99999999999"] {
            assert!(Lexer::new(text).next_token().is_err(), "{text}");
        }
    }
}
