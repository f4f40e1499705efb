//! Large programs with one needle: thousands of lines of threads, locks and calls in which nothing is wrong, and somewhere one race and one deadlock, which
//! need an input value and two changes of threads at the right moments.
//!
//! The hay: modules with a state of their own behind a lock, functions that call each other several levels deep, functions that all modules use, tables of functions,
//! and a worker thread for every few modules. The needle: `first_half` and `second_half` lie at the bottom of chains of calls in two modules. Only for one input, and only if the second
//! thread moves between two steps of the first, do both go on to the places that race, and to the locks that are taken in opposite orders.

use std::fmt::Write;

use crate::random::Random;

/// A program and where its needle is.
#[derive(Clone, Debug)]
pub struct LargeProgram {
    pub text: String,
    /// The lines of the two accesses that race.
    pub race: (u32, u32),
    /// The lines of the two acquisitions that wait for each other.
    pub deadlock: (u32, u32),
    pub lines: u32,
}

/// Levels of calls in a module.
const DEPTH: usize = 6;
/// Functions of a level.
const WIDTH: usize = 3;
/// Functions that all modules use.
const SHARED: usize = 8;
/// Modules that one thread works on.
const MODULES_PER_THREAD: usize = 8;
/// The input that leads to the needle.
const MAGIC: i32 = 48_611;

/// A program of about so many lines.
pub fn large_program(lines: usize, seed: u64) -> LargeProgram {
    let mut writer = Writer { text: String::new(), lines: 0, random: Random::new(seed) };
    writer.head();
    let mut modules = 0;
    while modules < 2 || (writer.lines as usize) + 4 * modules < lines.saturating_sub(60) {
        writer.module(modules);
        modules += 1;
    }
    let needle = writer.needle(modules);
    writer.threads(modules);
    LargeProgram { race: needle.0, deadlock: needle.1, lines: writer.lines, text: writer.text }
}

struct Writer {
    text: String,
    lines: u32,
    random: Random,
}

impl Writer {
    /// Writes a line and returns its number.
    fn line(&mut self, line: &str) -> u32 {
        let _ = writeln!(self.text, "{line}");
        self.lines += 1;
        self.lines
    }

    fn head(&mut self) {
        for line in [
            "// A large program with one race and one deadlock in it.",
            "#include <pthread.h>",
            "#include <stdlib.h>",
            "",
            "extern int __VERIFIER_nondet_int(void);",
            "",
            "struct state {",
            "    pthread_mutex_t lock;",
            "    int level, hits, misses;",
            "    int table[16];",
            "    struct state *next;",
            "};",
            "",
            "static int first_half(int input);",
            "static int second_half(int input);",
            "",
            "static void enter(struct state *s)",
            "{",
            "    pthread_mutex_lock(&s->lock);",
            "}",
            "",
            "static void leave(struct state *s)",
            "{",
            "    pthread_mutex_unlock(&s->lock);",
            "}",
            "",
        ] {
            self.line(line);
        }
        for index in 0..SHARED {
            self.shared_function(index);
        }
    }

    /// A function that every module calls with its own state.
    fn shared_function(&mut self, index: usize) {
        self.line(&format!("static int shared_{index}(struct state *s, int x)"));
        self.line("{");
        let cell = self.random.below(16);
        self.line(&format!("    s->table[{cell}] += x;"));
        let bound = self.random.between(0, 1000);
        self.line(&format!("    if (s->table[{cell}] > {bound})"));
        self.line("        s->hits = 0;");
        if index > 0 {
            self.line(&format!("    x += shared_{}(s, x / 2);", index - 1));
        }
        self.line("    return s->level + x;");
        self.line("}");
        self.line("");
    }

    /// One module: its state, functions in levels, a table of them, and an entry that takes the lock.
    fn module(&mut self, module: usize) {
        self.line(&format!(
            "static struct state m{module} = {{.lock = PTHREAD_MUTEX_INITIALIZER}};"
        ));
        self.line("");
        for level in 0..DEPTH {
            for index in 0..WIDTH {
                self.function(module, level, index);
            }
        }
        self.line(&format!("static int (*const m{module}_table[])(struct state *, int) = {{"));
        let top = DEPTH - 1;
        for index in 0..WIDTH {
            self.line(&format!("    m{module}_f{top}_{index},"));
        }
        self.line("};");
        self.line("");
        self.line(&format!("static int m{module}_enter(int input)"));
        self.line("{");
        self.line(&format!("    enter(&m{module});"));
        self.line("    int result = 0;");
        self.line(&format!("    for (int k = 0; k < {WIDTH}; k++)"));
        self.line(&format!("        result += m{module}_table[k](&m{module}, input + k);"));
        self.line(&format!("    leave(&m{module});"));
        match module {
            0 => self.line("    result += first_half(input);"),
            1 => self.line("    result += second_half(input);"),
            _ => 0,
        };
        self.line("    return result;");
        self.line("}");
        self.line("");
    }

    fn function(&mut self, module: usize, level: usize, index: usize) {
        self.line(&format!("static int m{module}_f{level}_{index}(struct state *s, int x)"));
        self.line("{");
        let start = self.random.between(1, 99);
        self.line(&format!("    int y = x * {start};"));
        for _ in 0..self.random.between(2, 5) {
            let bound = self.random.between(0, 1000);
            let cell = self.random.below(16);
            match self.random.below(5) {
                0 => {
                    self.line(&format!("    if (y > {bound})"));
                    self.line("        s->hits++;");
                    self.line("    else");
                    self.line("        s->misses++;");
                }
                1 => {
                    self.line(&format!("    for (int k = 0; k < {}; k++)", cell + 1));
                    self.line("        s->table[k] += y;");
                }
                2 => {
                    let shared = self.random.below(SHARED);
                    self.line(&format!("    y += shared_{shared}(s, y & {bound});"));
                }
                3 => {
                    self.line(&format!("    y ^= s->table[{cell}];"));
                }
                _ => {
                    self.line(&format!("    if (s->level < {bound} && (y & {}))", 1 << (cell % 8)));
                    self.line(&format!("        s->level += {};", cell + 1));
                }
            }
        }
        if level > 0 {
            let callees = [self.random.below(WIDTH), self.random.below(WIDTH)];
            for callee in callees {
                self.line(&format!("    y += m{module}_f{}_{callee}(s, y & 255);", level - 1));
            }
        }
        self.line("    return y;");
        self.line("}");
        self.line("");
    }

    /// The two halves. The stage is read and changed under a lock, so that nothing but the needle is wrong.
    fn needle(&mut self, _modules: usize) -> ((u32, u32), (u32, u32)) {
        for line in [
            "static pthread_mutex_t stage_lock = PTHREAD_MUTEX_INITIALIZER;",
            "static pthread_mutex_t left = PTHREAD_MUTEX_INITIALIZER, right = PTHREAD_MUTEX_INITIALIZER;",
            "static int stage, needle;",
            "",
            "static int advance(int from, int to)",
            "{",
            "    pthread_mutex_lock(&stage_lock);",
            "    int moved = stage == from;",
            "    if (moved)",
            "        stage = to;",
            "    pthread_mutex_unlock(&stage_lock);",
            "    return moved;",
            "}",
            "",
            "static int first_half(int input)",
            "{",
        ] {
            self.line(line);
        }
        self.line(&format!("    if (input != {MAGIC} || !advance(0, 1))"));
        self.line("        return 0;");
        self.line("    if (!advance(2, 3))  // somebody else has to move in between");
        self.line("        return 1;");
        let write = self.line("    needle = input;");
        self.line("    pthread_mutex_lock(&left);");
        let first = self.line("    pthread_mutex_lock(&right);");
        for line in [
            "    pthread_mutex_unlock(&right);",
            "    pthread_mutex_unlock(&left);",
            "    return 2;",
            "}",
            "",
            "static int second_half(int input)",
            "{",
            "    if (!advance(1, 2))",
            "        return 0;",
        ] {
            self.line(line);
        }
        let read = self.line("    int seen = needle;");
        self.line("    pthread_mutex_lock(&right);");
        let second = self.line("    pthread_mutex_lock(&left);");
        for line in [
            "    pthread_mutex_unlock(&left);",
            "    pthread_mutex_unlock(&right);",
            "    return seen + input;",
            "}",
            "",
        ] {
            self.line(line);
        }
        ((write, read), (first, second))
    }

    /// Every worker goes through modules of its own; the first two have a half of the needle each.
    fn threads(&mut self, modules: usize) {
        let workers = modules.div_ceil(MODULES_PER_THREAD).max(2);
        for worker in 0..workers {
            self.line(&format!("static void *worker{worker}(void *argument)"));
            self.line("{");
            self.line("    int input = *(int *)argument, result = 0;");
            for module in (worker..modules).step_by(workers) {
                self.line(&format!("    result += m{module}_enter(input);"));
            }
            self.line("    return result ? argument : NULL;");
            self.line("}");
            self.line("");
        }
        self.line("int main(void)");
        self.line("{");
        self.line("    int input = __VERIFIER_nondet_int();");
        self.line(&format!("    pthread_t threads[{workers}];"));
        for worker in 0..workers {
            self.line(&format!(
                "    pthread_create(&threads[{worker}], NULL, worker{worker}, &input);"
            ));
        }
        self.line(&format!("    for (int k = 0; k < {workers}; k++)"));
        self.line("        pthread_join(threads[k], NULL);");
        self.line("    return 0;");
        self.line("}");
    }
}

#[cfg(test)]
mod tests {
    use super::large_program;

    #[test]
    fn sizes_are_about_what_was_asked_for_and_the_needle_is_where_it_is_said_to_be() {
        for lines in [500, 5_000] {
            let program = large_program(lines, 7);
            let size = program.text.lines().count();
            assert!(size * 10 >= lines * 8 && size * 10 <= lines * 15, "{size} for {lines}");
            let line = |number: u32| program.text.lines().nth(number as usize - 1).unwrap_or("");
            assert!(line(program.race.0).contains("needle = input"));
            assert!(line(program.race.1).contains("seen = needle"));
            assert!(line(program.deadlock.0).contains("lock(&right)"));
            assert!(line(program.deadlock.1).contains("lock(&left)"));
        }
    }

    #[test]
    fn the_same_seed_gives_the_same_program() {
        assert_eq!(large_program(1_000, 3).text, large_program(1_000, 3).text);
    }
}
