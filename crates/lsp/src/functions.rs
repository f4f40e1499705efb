//! The functions that a C text defines, found by a look at its brackets. No compiler is asked, so the text may be one that somebody is
//! typing; what macros hide is not seen, and definitions in the style of before 1989 are not.

/// A function with a body. Lines are counted from zero, columns in bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Function {
    pub(crate) name: String,
    pub(crate) line: u32,
    pub(crate) column: u32,
    /// The line in which its body ends.
    pub(crate) end: u32,
}

/// Words in front of parentheses that are no names of functions.
const NOT_NAMES: &[&str] = &[
    "__attribute__",
    "__declspec",
    "_Alignas",
    "alignas",
    "__asm__",
    "asm",
    "_Static_assert",
    "static_assert",
    "typeof",
    "__typeof__",
    "if",
    "while",
    "for",
    "switch",
    "return",
    "sizeof",
];

pub(crate) fn functions(text: &str) -> Vec<Function> {
    let mut reader = Reader::default();
    for (number, (line, is_plain)) in code_lines(text).into_iter().enumerate() {
        if is_plain {
            reader.read(&line, u32::try_from(number).unwrap_or(u32::MAX));
        }
    }
    reader.found.retain(|function| function.end != OPEN);
    reader.found
}

/// Of a function whose body has not ended.
const OPEN: u32 = u32::MAX;

#[derive(Default)]
struct Reader {
    braces: usize,
    parentheses: usize,
    /// The last name with parentheses since the last declaration ended.
    candidate: Option<Function>,
    /// An initialiser began.
    assigned: bool,
    found: Vec<Function>,
}

impl Reader {
    fn read(&mut self, line: &[u8], number: u32) {
        let mut at = 0;
        while at < line.len() {
            let length = line[at..].iter().take_while(|&&byte| is_of_word(byte)).count();
            if length > 0 {
                self.word(line, at, length, number);
                at += length;
            } else {
                self.sign(line[at], number);
                at += 1;
            }
        }
    }

    fn word(&mut self, line: &[u8], at: usize, length: usize, number: u32) {
        let behind = line[at + length..].iter().find(|byte| !byte.is_ascii_whitespace());
        if self.braces > 0 || self.parentheses > 0 || behind != Some(&b'(') {
            return;
        }
        let name = String::from_utf8_lossy(&line[at..at + length]).into_owned();
        if !NOT_NAMES.contains(&name.as_str()) && !name.starts_with(|c: char| c.is_ascii_digit()) {
            let column = u32::try_from(at).unwrap_or(u32::MAX);
            self.candidate = Some(Function { name, line: number, column, end: OPEN });
        }
    }

    fn sign(&mut self, sign: u8, number: u32) {
        match sign {
            b'(' => self.parentheses += 1,
            b')' => self.parentheses = self.parentheses.saturating_sub(1),
            b'{' => {
                if self.braces == 0 && !self.assigned {
                    self.found.extend(self.candidate.take());
                }
                self.braces += 1;
                self.parentheses = 0;
            }
            b'}' => {
                self.braces = self.braces.saturating_sub(1);
                if self.braces == 0 {
                    self.end_of_body(number);
                }
            }
            b'=' if self.braces == 0 => self.assigned = true,
            b';' if self.braces == 0 => self.end_of_declaration(),
            _ => {}
        }
    }

    fn end_of_body(&mut self, number: u32) {
        if let Some(last) = self.found.last_mut().filter(|last| last.end == OPEN) {
            last.end = number;
            self.end_of_declaration();
        }
    }

    fn end_of_declaration(&mut self) {
        self.candidate = None;
        self.assigned = false;
        self.parentheses = 0;
    }
}

fn is_of_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// The lines with blanks in place of comments, strings and characters, and whether each is code and not the preprocessor's.
fn code_lines(text: &str) -> Vec<(Vec<u8>, bool)> {
    let mut lines = Vec::new();
    let mut in_comment = false;
    let mut continued = false;
    for line in text.lines() {
        let bytes = blanked(line.as_bytes(), &mut in_comment);
        let starts = bytes.iter().find(|byte| !byte.is_ascii_whitespace());
        let is_plain = !continued && starts != Some(&b'#');
        continued = !is_plain && line.ends_with('\\');
        lines.push((bytes, is_plain));
    }
    lines
}

fn blanked(line: &[u8], in_comment: &mut bool) -> Vec<u8> {
    let mut code = line.to_vec();
    let mut quote = None;
    let mut at = 0;
    while at < line.len() {
        let here = &line[at..];
        let mut length = 1;
        let is_code = if *in_comment {
            if here.starts_with(b"*/") {
                (*in_comment, length) = (false, 2);
            }
            false
        } else if let Some(mark) = quote {
            match here[0] {
                b'\\' => length = 2,
                sign if sign == mark => quote = None,
                _ => {}
            }
            false
        } else if here.starts_with(b"//") {
            length = here.len();
            false
        } else if here.starts_with(b"/*") {
            (*in_comment, length) = (true, 2);
            false
        } else if here[0] == b'"' || here[0] == b'\'' {
            quote = Some(here[0]);
            false
        } else {
            true
        };
        let end = (at + length).min(line.len());
        if !is_code {
            code[at..end].fill(b' ');
        }
        at = end;
    }
    code
}

#[cfg(test)]
mod tests {
    use super::functions;

    fn names(text: &str) -> Vec<String> {
        functions(text).into_iter().map(|function| function.name).collect()
    }

    #[test]
    fn definitions_are_told_from_what_looks_like_them() {
        let text = "#define F(x) { x }\nint put(int);\nstruct s { int (*f)(int); };\n\
                    static int get(void (*f)(int), int n)\n{ if (n) { put(n); } return 0; }\n\
                    int table[] = { sizeof(int), 2 };\n/* int no(void) { */ char *t = \"int nor(void) {\";\n\
                    __attribute__((noinline)) void *work(void *p) __attribute__((cold)) {\n  return p;\n}\n\
                    int main(void) { return '{'; }\n";
        assert_eq!(names(text), ["get", "work", "main"]);
    }

    #[test]
    fn places_are_those_of_the_names() {
        let functions = functions("int x;\n\nstatic int\nput(int n)\n{\n  return n;\n}\n");
        let put = &functions[0];
        assert_eq!((put.line, put.column, put.end), (3, 0, 6));
    }

    #[test]
    fn half_a_text_does_no_harm() {
        for text in ["", "}", "int f(", "int f(void) {", "/*", "\"", "'\\", ")(}{", "#\\", "ü(ü){"]
        {
            functions(text);
        }
        assert_eq!(names("int f(void) { }\nint g(void) {\n"), ["f"]);
    }
}
