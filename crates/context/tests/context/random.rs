//! Random programs for the interpreter: loops, calls, locks that are held across both or on some ways only, barriers, arguments of threads, memory that is shared, handed
//! on, or written before there are threads. Whatever they do is defined; races are noticed by the interpreter.

use std::fmt::Write;

use raddle_fuzz::random::Random;

struct Writer<'r> {
    random: &'r mut Random,
    text: String,
    depth: usize,
    /// Which functions may be called: those that were written before.
    functions: usize,
    threads: bool,
    loops: usize,
    tries: usize,
    locked: usize,
}

/// The text of a program.
pub fn program(random: &mut Random) -> String {
    let mut writer = Writer {
        random,
        text: String::new(),
        depth: 1,
        functions: 0,
        threads: false,
        loops: 0,
        tries: 0,
        locked: 0,
    };
    writer.whole();
    writer.text
}

impl Writer<'_> {
    fn line(&mut self, text: &str) {
        let indent = "  ".repeat(self.depth);
        let _ = writeln!(self.text, "{indent}{text}");
    }

    fn pick(&mut self, items: &[&str]) -> String {
        (*self.random.pick(items)).to_owned()
    }

    fn whole(&mut self) {
        self.text += "#include <pthread.h>\nint __VERIFIER_nondet_int(void);\n\
            struct box { pthread_mutex_t lock; int value; struct box *other; };\n\
            static struct box boxes[3];\nstatic pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;\n\
            static pthread_rwlock_t rw;\nstatic pthread_barrier_t bar;\n\
            static int x, y = 4, z, early, bound;\nstatic struct box *shared;\n";
        for index in 0..3 {
            let _ = writeln!(self.text, "static int f{index}(int a, struct box *b, int *p) {{");
            self.line("int i = 0, j = a, k = 1; struct box *q = b;");
            let count = 2 + self.random.below(5);
            self.block(count);
            let result = self.value();
            self.line(&format!("return {result};"));
            self.text += "}\n";
            self.functions = index + 1;
        }
        self.threads = true;
        self.text +=
            "struct arg { int id; struct box *b; };\nstatic void *worker(void *argument) {\n";
        self.line("struct arg *g = argument; int a = g->id; struct box *b = g->b; int cell = 3; int *p = &cell;");
        self.line("int i = 0, j = a, k = 1; struct box *q = b;");
        let count = 4 + self.random.below(6);
        self.block(count);
        self.line("return 0;");
        self.text += "}\nstatic void *single(void *argument) {\n";
        self.line(
            "int a = (int)(long)argument; struct box *b = shared; int cell = 3; int *p = &cell;",
        );
        self.line("int i = 0, j = a, k = 1; struct box *q = b;");
        let count = 3 + self.random.below(5);
        self.block(count);
        self.line("return 0;");
        self.text += "}\nint main(int argc, char **argv) {\n";
        self.threads = false;
        self.line("pthread_t t[3], s; struct arg args[3]; int a = argc; struct box *b = &boxes[argc & 1]; int cell = 3; int *p = &cell;");
        self.line("int i = 0, j = a, k = 1; struct box *q = b; boxes[0].other = &boxes[1]; boxes[1].other = &boxes[2]; boxes[2].other = &boxes[0];");
        self.line("early = argc; shared = &boxes[argc & 1]; bound = 3;");
        let count = self.random.below(4);
        self.block(count);
        let users = if self.random.chance(70) { "3" } else { "2" };
        self.line(&format!("pthread_barrier_init(&bar, 0, {users});"));
        if self.random.chance(60) {
            self.line("pthread_create(&s, 0, single, (void *)7L);");
        }
        let place = if self.random.chance(70) { "&boxes[h]" } else { "shared" };
        let id = self.pick(&["h", "h + 1", "a", "2 * h"]);
        self.line(&format!("for (int h = 0; h < 3; h++) {{ args[h].id = {id}; args[h].b = {place}; pthread_create(&t[h], 0, worker, &args[h]); }}"));
        let count = 2 + self.random.below(4);
        self.block(count);
        self.line("return 0;");
        self.text += "}\n";
    }

    fn value(&mut self) -> String {
        match self.random.below(12) {
            0 => "a".to_owned(),
            1 => "i".to_owned(),
            2 => "j".to_owned(),
            3 => "k".to_owned(),
            4 => "early".to_owned(),
            5 => "x".to_owned(),
            6 => "y".to_owned(),
            7 => "b->value".to_owned(),
            8 => "*p".to_owned(),
            9 => format!("{}", self.random.below(5)),
            10 => "j + 2".to_owned(),
            _ => "(k & 3)".to_owned(),
        }
    }

    fn target(&mut self) -> String {
        self.pick(&["j", "k", "j", "k", "x", "y", "z", "b->value", "q->value", "*p"])
    }

    fn lock(&mut self) -> String {
        self.pick(&["m", "n", "b->lock", "q->lock", "boxes[a & 1].lock", "boxes[2].lock"])
    }

    fn condition(&mut self) -> String {
        let value = self.value();
        let op = self.pick(&[">", "==", "!=", "<"]);
        let other = self.random.below(4);
        format!("{value} {op} {other}")
    }

    fn block(&mut self, count: usize) {
        for _ in 0..count {
            self.statement();
        }
    }

    fn statement(&mut self) {
        let deep = self.depth > 3;
        match self.random.below(if deep { 6 } else { 15 }) {
            0..=2 => {
                let (target, value) = (self.target(), self.value());
                self.line(&format!("{target} = {value};"));
            }
            3 => {
                let moved = self.pick(&[
                    "q = q->other;",
                    "q = b;",
                    "q = &boxes[1];",
                    "p = &z;",
                    "k = k + 2;",
                    "j++;",
                ]);
                self.line(&moved);
            }
            4 => self.line("if (j > 1000 || j < -1000) j = 0;"),
            5 if self.threads && self.random.chance(50) => self.line("pthread_barrier_wait(&bar);"),
            5 | 6 if self.functions > 0 => {
                let index = self.random.below(self.functions);
                let value = self.value();
                let place = self.pick(&["b", "q", "shared", "&boxes[1]"]);
                let cell = self.pick(&["p", "&x", "&y"]);
                self.line(&format!("j = f{index}({value}, {place}, {cell});"));
            }
            7 | 8 => {
                let condition = self.condition();
                self.line(&format!("if ({condition}) {{"));
                self.nested();
                if self.random.chance(40) {
                    self.line("} else {");
                    self.nested();
                }
                self.line("}");
            }
            9 | 10 => {
                let counter = format!("c{}", self.loops);
                self.loops += 1;
                let bound = self.pick(&["2", "3", "bound", "(early & 3)"]);
                let step = self.pick(&["++", "++", " += 2", " += 1 + (early & 1)"]);
                self.line(&format!(
                    "for (int {counter} = 0; {counter} < {bound}; {counter}{step}) {{"
                ));
                self.depth += 1;
                self.line(&format!("i = {counter};"));
                self.depth -= 1;
                self.nested();
                if self.random.chance(20) {
                    let condition = self.condition();
                    self.line(&format!("  if ({condition}) break;"));
                }
                self.line("}");
            }
            11 | 12 => self.section(),
            13 => self.attempt(),
            _ => {
                self.line("pthread_rwlock_rdlock(&rw);");
                self.nested();
                self.line("pthread_rwlock_unlock(&rw);");
            }
        }
    }

    fn nested(&mut self) {
        self.depth += 1;
        let count = 1 + self.random.below(3);
        self.block(count);
        self.depth -= 1;
    }

    /// A section under a lock whose address is kept.
    fn section(&mut self) {
        let lock = self.lock();
        let name = format!("l{}", self.locked);
        self.locked += 1;
        let maybe = self.random.chance(30);
        let guard = if maybe { format!("int g{name} = {}; ", self.value()) } else { String::new() };
        let when = if maybe { format!("if (g{name}) ") } else { String::new() };
        self.line(&format!(
            "{{ pthread_mutex_t *{name} = &{lock}; {guard}{when}pthread_mutex_lock({name});"
        ));
        self.nested();
        self.line(&format!("{when}pthread_mutex_unlock({name}); }}"));
    }

    fn attempt(&mut self) {
        let lock = self.lock();
        let name = format!("r{}", self.tries);
        self.tries += 1;
        self.line(&format!(
            "{{ pthread_mutex_t *l{name} = &{lock}; int {name} = pthread_mutex_trylock(l{name});"
        ));
        self.nested();
        self.line(&format!("if ({name} == 0) pthread_mutex_unlock(l{name}); }}"));
    }
}
