//! From tokens to a [`Module`].
//!
//! A recursive-descent parser with one token of lookahead. It is tolerant by construction: attributes,
//! flags and attachments are skipped by shape rather than by a list of known words, so that a newer
//! compiler's output parses as long as its instructions do. Instructions it does not know become
//! [`InstKind::Unknown`](crate::ast::InstKind::Unknown). Nesting is limited, so that damaged input can
//! neither exhaust the stack nor keep us busy.

mod function;
mod instructions;
mod metadata;
mod module;
mod types;
mod values;

use std::fmt;

use crate::ast::Module;
use crate::lexer::{LexError, Lexer, Token, line_and_column};

/// Types, values and metadata nested deeper than this are refused.
const MAX_DEPTH: u32 = 128;

/// What was expected where. Positions count from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    pub line: u32,
    pub column: u32,
    pub message: String,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.message)
    }
}

pub fn parse_module(text: &str) -> Result<Module<'_>, ParseError> {
    let mut parser = Parser::new(text).map_err(|error| lex_error(text, error))?;
    match parser.module() {
        Ok(()) => Ok(parser.module),
        Err(error) => Err(error),
    }
}

type Parse<T> = Result<T, ParseError>;

struct Parser<'a> {
    text: &'a str,
    lexer: Lexer<'a>,
    token: Token<'a>,
    offset: usize,
    /// Offset of the token before it.
    previous_offset: usize,
    /// Line of `token`.
    line: u32,
    /// Line of the token before it.
    previous_line: u32,
    depth: u32,
    module: Module<'a>,
    /// The function being parsed.
    scope: function::Scope<'a>,
}

impl<'a> Parser<'a> {
    fn new(text: &'a str) -> Result<Self, LexError> {
        let mut lexer = Lexer::new(text);
        let (token, offset) = lexer.next_token()?;
        let line = lexer.line();
        Ok(Parser {
            text,
            lexer,
            token,
            offset,
            previous_offset: offset,
            line,
            previous_line: line,
            depth: 0,
            module: Module::default(),
            scope: function::Scope::default(),
        })
    }

    /// Moves on and returns the token just left.
    fn advance(&mut self) -> Parse<Token<'a>> {
        let left = self.token;
        self.previous_line = self.line;
        self.previous_offset = self.offset;
        let (token, offset) = self.lexer.next_token().map_err(|e| lex_error(self.text, e))?;
        self.token = token;
        self.offset = offset;
        self.line = self.lexer.line();
        Ok(left)
    }

    /// True if the current token starts a new line.
    fn at_new_line(&self) -> bool {
        self.line != self.previous_line || self.token == Token::End
    }

    fn is_punct(&self, byte: u8) -> bool {
        self.token == Token::Punct(byte)
    }

    fn accept(&mut self, byte: u8) -> Parse<bool> {
        let found = self.is_punct(byte);
        if found {
            self.advance()?;
        }
        Ok(found)
    }

    fn expect(&mut self, byte: u8) -> Parse<()> {
        if self.accept(byte)? {
            return Ok(());
        }
        Err(self.expected(&format!("'{}'", byte as char)))
    }

    fn is_word(&self, word: &str) -> bool {
        self.token == Token::Word(word)
    }

    fn accept_word(&mut self, word: &str) -> Parse<bool> {
        let found = self.is_word(word);
        if found {
            self.advance()?;
        }
        Ok(found)
    }

    fn expect_word(&mut self, word: &str) -> Parse<()> {
        if self.accept_word(word)? {
            return Ok(());
        }
        Err(self.expected(&format!("'{word}'")))
    }

    fn word(&mut self, what: &str) -> Parse<&'a str> {
        let Token::Word(word) = self.token else { return Err(self.expected(what)) };
        self.advance()?;
        Ok(word)
    }

    fn string(&mut self, what: &str) -> Parse<&'a str> {
        let Token::Text(text) = self.token else { return Err(self.expected(what)) };
        self.advance()?;
        Ok(text)
    }

    fn unsigned(&mut self, what: &str) -> Parse<u64> {
        let Token::Integer(text) = self.token else { return Err(self.expected(what)) };
        let value = text.parse().map_err(|_| self.expected(what))?;
        self.advance()?;
        Ok(value)
    }

    /// Runs `inner` one level deeper.
    fn nested<T>(&mut self, inner: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        if self.depth >= MAX_DEPTH {
            return Err(self.error("nesting is too deep".to_owned()));
        }
        self.depth += 1;
        let result = inner(self);
        self.depth -= 1;
        result
    }

    /// Skips a balanced group; the current token is its opening bracket.
    fn skip_group(&mut self) -> Parse<()> {
        let mut open = 0u32;
        loop {
            match self.token {
                Token::Punct(b'(' | b'[' | b'{' | b'<') => open += 1,
                Token::Punct(b')' | b']' | b'}' | b'>') => open -= 1,
                Token::End => return Err(self.expected("a closing bracket")),
                _ => {}
            }
            self.advance()?;
            if open == 0 {
                return Ok(());
            }
        }
    }

    /// Skips a line that the current token starts.
    fn skip_line_from_start(&mut self) -> Parse<()> {
        self.advance()?;
        self.skip_line()
    }

    /// Skips the rest of the current line, and groups that reach beyond it.
    fn skip_line(&mut self) -> Parse<()> {
        while !self.at_new_line() {
            match self.token {
                Token::Punct(b'(' | b'[' | b'{') => self.skip_group()?,
                // A closing bracket that we did not open belongs to somebody else only at line start.
                _ => {
                    self.advance()?;
                }
            }
        }
        Ok(())
    }

    fn error(&self, message: String) -> ParseError {
        self.error_at(self.offset, message)
    }

    fn error_at(&self, offset: usize, message: String) -> ParseError {
        let (line, column) = line_and_column(self.text, offset);
        ParseError { line, column, message }
    }

    fn expected(&self, what: &str) -> ParseError {
        self.error(format!("expected {what}, found {}", describe(self.token)))
    }
}

fn lex_error(text: &str, error: LexError) -> ParseError {
    let (line, column) = line_and_column(text, error.offset);
    ParseError { line, column, message: error.message.to_owned() }
}

fn describe(token: Token<'_>) -> String {
    let clip = |text: &str| text.chars().take(40).collect::<String>();
    match token {
        Token::Word(text) | Token::Integer(text) | Token::Float(text) => {
            format!("'{}'", clip(text))
        }
        Token::Label(text) => format!("'{}:'", clip(text)),
        Token::Local(text) => format!("'%{}'", clip(text)),
        Token::Global(text) => format!("'@{}'", clip(text)),
        Token::Comdat(text) => format!("'${}'", clip(text)),
        Token::MetadataRef(number) => format!("'!{number}'"),
        Token::MetadataName(text) => format!("'!{}'", clip(text)),
        Token::AttributeGroup(text) | Token::Record(text) => format!("'#{}'", clip(text)),
        Token::MetadataString(text) | Token::Text(text) | Token::Bytes(text) => {
            format!("string \"{}\"", clip(text))
        }
        Token::Punct(byte) => format!("'{}'", byte as char),
        Token::Ellipsis => "'...'".to_owned(),
        Token::End => "the end of the file".to_owned(),
    }
}
