//! Random terms and queries for tests and benchmarks: all operations, small widths, a few variables.

use raddle_expr::random::Random;
use raddle_expr::{BinaryOp, Sort, TermId, Terms};

/// What random terms are made of.
#[derive(Clone, Debug)]
pub struct Vocabulary {
    /// Bit-vector variables, any widths.
    pub words: Vec<TermId>,
    /// Array variables of one sort.
    pub arrays: Vec<TermId>,
    /// Widths of intermediate terms.
    pub widths: Vec<u32>,
    /// Whether arrays may be compared.
    pub array_equality: bool,
}

impl Vocabulary {
    /// `words` variables for each width and `arrays` array variables from the first to the last width.
    pub fn new(terms: &mut Terms, widths: &[u32], words: u32, arrays: u32) -> Vocabulary {
        let mut vocabulary = Vocabulary {
            words: Vec::new(),
            arrays: Vec::new(),
            widths: widths.to_vec(),
            array_equality: false,
        };
        for &width in widths {
            for number in 0..words {
                let name = format!("w{width}_{number}");
                vocabulary.words.push(terms.var(&name, Sort::Bits(width)));
            }
        }
        let (Some(&index), Some(&element)) = (widths.first(), widths.last()) else {
            return vocabulary;
        };
        for number in 0..arrays {
            let name = format!("a{index}_{element}_{number}");
            vocabulary.arrays.push(terms.var(&name, Sort::Array { index, element }));
        }
        vocabulary
    }
}

/// A generator of random terms over a vocabulary.
#[derive(Debug)]
pub struct Generator<'a> {
    pub terms: &'a mut Terms,
    pub vocabulary: &'a Vocabulary,
    pub random: &'a mut Random,
}

impl Generator<'_> {
    /// A random condition with up to `depth` operations on top of each other.
    pub fn condition(&mut self, depth: u32) -> TermId {
        self.word(1, depth)
    }
    /// A random term of the width.
    pub fn word(&mut self, width: u32, depth: u32) -> TermId {
        if depth == 0 || self.random.below(12) == 0 {
            return self.leaf(width);
        }
        if width == 1 && self.random.below(3) != 0 {
            return self.comparison(depth);
        }
        match self.random.below(10) {
            0 => self.unary(width, depth),
            1 => self.resized(width, depth),
            2 => self.choice(width, depth),
            3 => self.joined(width, depth),
            4 => self.element(width, depth),
            _ => self.operation(width, depth),
        }
    }

    fn leaf(&mut self, width: u32) -> TermId {
        let fitting: Vec<TermId> = self
            .vocabulary
            .words
            .iter()
            .copied()
            .filter(|&word| self.terms.width(word) == width)
            .collect();
        if !fitting.is_empty() && self.random.below(4) != 0 {
            return *self.random.pick(&fitting);
        }
        if width != 1 || fitting.is_empty() && self.random.below(4) != 0 {
            let words = &self.vocabulary.words;
            if !words.is_empty() && self.random.below(4) != 0 {
                let word = *self.random.pick(words);
                return self.fit(word, width);
            }
        }
        let value = u128::from(self.random.next_u64()) << 64 | u128::from(self.random.next_u64());
        // Small constants are more interesting than random ones.
        let value = if self.random.below(2) == 0 { value % 4 } else { value };
        self.terms.constant(width, value)
    }
    fn comparison(&mut self, depth: u32) -> TermId {
        let width = *self.random.pick(&self.vocabulary.widths);
        if self.vocabulary.array_equality && self.random.below(6) == 0 {
            let (a, b) = (self.array(depth - 1), self.array(depth - 1));
            return self.terms.eq(a, b);
        }
        let (a, b) = (self.word(width, depth - 1), self.word(width, depth - 1));
        match self.random.below(6) {
            0 | 1 => self.terms.eq(a, b),
            2 => self.terms.ult(a, b),
            3 => self.terms.ule(a, b),
            4 => self.terms.slt(a, b),
            _ => self.terms.sle(a, b),
        }
    }
    fn unary(&mut self, width: u32, depth: u32) -> TermId {
        let of = self.word(width, depth - 1);
        if self.random.below(2) == 0 { self.terms.not(of) } else { self.terms.neg(of) }
    }
    fn resized(&mut self, width: u32, depth: u32) -> TermId {
        let from = *self.random.pick(&self.vocabulary.widths);
        let of = self.word(from, depth - 1);
        self.fit(of, width)
    }
    fn fit(&mut self, of: TermId, width: u32) -> TermId {
        let from = self.terms.width(of);
        if from > width {
            let low = self.random.below(u64::from(from - width) + 1) as u32;
            self.terms.extract(of, low + width - 1, low)
        } else if self.random.below(2) == 0 {
            self.terms.zext(of, width)
        } else {
            self.terms.sext(of, width)
        }
    }
    fn choice(&mut self, width: u32, depth: u32) -> TermId {
        let cond = self.condition(depth - 1);
        let (then, otherwise) = (self.word(width, depth - 1), self.word(width, depth - 1));
        self.terms.ite(cond, then, otherwise)
    }
    fn joined(&mut self, width: u32, depth: u32) -> TermId {
        if width == 1 {
            return self.comparison(depth);
        }
        let low = 1 + self.random.below(u64::from(width) - 1) as u32;
        let (high, low) = (self.word(width - low, depth - 1), self.word(low, depth - 1));
        self.terms.concat(high, low)
    }
    fn element(&mut self, width: u32, depth: u32) -> TermId {
        if self.vocabulary.arrays.is_empty() {
            return self.operation(width, depth);
        }
        let array = self.array(depth - 1);
        let index = self.word(self.vocabulary.widths[0], depth - 1);
        let read = self.terms.read(array, index);
        self.fit_exactly(read, width)
    }
    fn fit_exactly(&mut self, of: TermId, width: u32) -> TermId {
        if self.terms.width(of) == width { of } else { self.fit(of, width) }
    }
    fn array(&mut self, depth: u32) -> TermId {
        let (index, element) = (self.vocabulary.widths[0], *self.last_width());
        if depth == 0 {
            return *self.random.pick(&self.vocabulary.arrays);
        }
        match self.random.below(8) {
            0 => {
                let value = self.word(element, depth - 1);
                self.terms.const_array(index, value)
            }
            1 => {
                let cond = self.condition(depth - 1);
                let (then, otherwise) = (self.array(depth - 1), self.array(depth - 1));
                self.terms.ite(cond, then, otherwise)
            }
            2..5 => *self.random.pick(&self.vocabulary.arrays),
            _ => {
                let array = self.array(depth - 1);
                let (at, value) = (self.word(index, depth - 1), self.word(element, depth - 1));
                self.terms.write(array, at, value)
            }
        }
    }
    fn last_width(&self) -> &u32 {
        self.vocabulary.widths.last().expect("a vocabulary has widths")
    }
    fn operation(&mut self, width: u32, depth: u32) -> TermId {
        const OPERATIONS: [BinaryOp; 12] = [
            BinaryOp::And,
            BinaryOp::Or,
            BinaryOp::Xor,
            BinaryOp::Add,
            BinaryOp::Mul,
            BinaryOp::UDiv,
            BinaryOp::URem,
            BinaryOp::SDiv,
            BinaryOp::SRem,
            BinaryOp::Shl,
            BinaryOp::LShr,
            BinaryOp::AShr,
        ];
        let (a, b) = (self.word(width, depth - 1), self.word(width, depth - 1));
        self.terms.binary(*self.random.pick(&OPERATIONS), a, b)
    }
}
