//! Random programs about what stores, posts and creations add up to: semaphores, queues in structs, counters of all sizes, flags that are only ever set, choices where ways join, elements
//! of an array that are handed to threads. The same is done in many ways: by pointers, in functions that call themselves or that the library calls, by jumps into loops, under conditions, by
//! threads that others create, in several rounds, and now and then by something that writes more than it seems to.

use std::fmt::Write;

use raddle_fuzz::random::Random;

struct Counts<'r> {
    random: &'r mut Random,
    text: String,
    indent: usize,
    /// Helpers that may be called.
    helpers: usize,
    names: usize,
    /// Strange ways to do things are among the statements.
    is_strange: bool,
}

/// The text of a program.
pub fn program(random: &mut Random) -> String {
    let is_strange = random.chance(60);
    let mut counts =
        Counts { random, text: String::new(), indent: 0, helpers: 0, names: 0, is_strange };
    counts.whole();
    counts.text
}

impl Counts<'_> {
    fn line(&mut self, text: &str) {
        let _ = writeln!(self.text, "{}{text}", "  ".repeat(self.indent));
    }

    fn pick(&mut self, items: &[&str]) -> String {
        (*self.random.pick(items)).to_owned()
    }

    fn name(&mut self) -> String {
        self.names += 1;
        format!("v{}", self.names)
    }

    fn whole(&mut self) {
        let types = ["int", "int", "unsigned", "short", "unsigned char", "long", "signed char"];
        let (index, count, flag) = (self.pick(&types), self.pick(&types), self.pick(&types));
        self.text += &format!(
            "#include <pthread.h>\n#include <semaphore.h>\n#include <stdlib.h>\n#include <string.h>\n\
            int __VERIFIER_nondet_int(void);\nenum {{ ROOM = 4 }};\n\
            struct queue {{ {index} head; int ring[ROOM]; {count} used; {index} tail; {flag} closed; pthread_cond_t more; sem_t items; }};\n\
            static struct queue q, r;\nstatic sem_t s, sems[2];\nstatic pthread_barrier_t bar;\n\
            static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\nstatic pthread_once_t once = PTHREAD_ONCE_INIT;\n\
            static {count} counter, total;\nstatic {flag} ready, done;\nstatic int bound;\n\
            static union {{ int whole; short half[2]; char bytes[4]; }} u;\n\
            struct arg {{ int id, from, to; struct queue *q; sem_t *s; }};\nstatic struct arg args[4];\nstatic pthread_t t[4], extra;\n\
            static void bump({count} *p) {{ *p = *p + 1; }}\nstatic void post(sem_t *p) {{ sem_post(p); }}\n\
            static void posts(int k) {{ if (k > 0) {{ sem_post(&s); posts(k - 1); }} }}\n\
            static int smaller(int a, int b) {{ return a < b ? a : b; }}\n"
        );
        self.text += "static void at_once(void) {\n";
        self.indent = 1;
        self.locked(1);
        self.text += "}\n";
        for index in 0..2 {
            self.text += &format!("static void f{index}(int a, struct queue *p, sem_t *w) {{\n");
            self.body(3);
            self.text += "}\n";
            self.helpers = index + 1;
        }
        self.text += "static void (*const acts[])(int, struct queue *, sem_t *) = { f0, f1 };\n";
        self.text += "static void *leaf(void *argument) {\n  int a = 1; struct queue *p = &q; sem_t *w = &s; (void)argument;\n";
        self.body(2);
        self.text += "  return 0;\n}\n";
        for name in ["work", "other"] {
            self.text += &format!(
                "static void *{name}(void *argument) {{\n  struct arg *g = argument; int a = g->id; struct queue *p = g->q ? g->q : &q; sem_t *w = g->s ? g->s : &s;\n"
            );
            self.body(4);
            if self.random.chance(12) {
                self.line("if (a > 1) pthread_exit(0);");
            }
            if self.random.chance(8) {
                self.line("pthread_create(&extra, 0, leaf, 0);");
            }
            if self.random.chance(40) {
                self.locked(1);
            }
            self.text += "  return 0;\n}\n";
        }
        self.main();
    }

    fn body(&mut self, most: usize) {
        self.indent = 1;
        let count = 1 + self.random.below(most);
        for _ in 0..count {
            self.statement();
        }
    }

    fn statement(&mut self) {
        let deep = self.indent > 3;
        match self.random.below(if deep { 6 } else { 14 }) {
            0..=2 => self.locked(2),
            3 => {
                let call = self.pick(&["sem_post", "sem_post", "sem_wait"]);
                let which = self.pick(&["s", "s", "q.items", "sems[0]", "*w", "p->items"]);
                self.line(&format!("{call}(&{which});").replace("&*", ""));
            }
            4 => self.line("post(&s);"),
            5 if self.helpers > 0 => {
                let which = self.random.below(self.helpers);
                let value = self.value();
                let to = self.pick(&["p", "&q", "&q", "&r"]);
                let by = self.pick(&["w", "&s", "&q.items"]);
                self.line(&format!("f{which}({value}, {to}, {by});"));
            }
            6 | 7 => self.repeated(),
            8 | 9 => {
                let condition = self.condition();
                self.line(&format!("if ({condition}) {{"));
                self.nested();
                if self.random.chance(50) {
                    self.line("} else {");
                    self.nested();
                }
                self.line("}");
            }
            10 => self.wait(),
            11 if self.helpers == 2 && self.random.chance(50) => {
                self.line("pthread_barrier_wait(&bar);");
            }
            12 if self.is_strange => self.strange(),
            _ => self.locked(1),
        }
    }

    fn nested(&mut self) {
        self.indent += 1;
        let count = 1 + self.random.below(2);
        for _ in 0..count {
            self.statement();
        }
        self.indent -= 1;
    }

    fn repeated(&mut self) {
        let i = self.name();
        let bound = self.pick(&["2", "3", "bound", "a & 3"]);
        let ty = self.pick(&["int", "unsigned", "short", "long", "unsigned char"]);
        match self.random.below(if self.is_strange { 6 } else { 4 }) {
            0 => self.line(&format!("{ty} {i} = 0; do {{")),
            5 => self
                .line(&format!("{ty} {i} = 0; if (a > 1) goto in_{i}; while ({i} < {bound}) {{")),
            _ => self.line(&format!("for ({ty} {i} = 0; {i} < {bound}; {i}++) {{")),
        }
        let kind = self.text.lines().last().unwrap_or("").to_owned();
        self.nested();
        if kind.contains("goto") {
            self.line(&format!("in_{i}:;"));
            self.nested();
        }
        if self.random.chance(15) {
            let condition = self.condition();
            self.line(&format!("  if ({condition}) break;"));
        }
        match kind.contains("do {") {
            true => self.line(&format!("}} while (++{i} < {bound});")),
            false if kind.contains("while") => self.line(&format!("{i}++; }}")),
            false => self.line("}"),
        }
    }

    fn wait(&mut self) {
        let condition = self.pick(&["q.used == 0 && !q.closed", "!ready", "q.used > 2", "!done"]);
        let how = self.pick(&["while", "while", "if"]);
        self.line(&format!(
            "pthread_mutex_lock(&m); {how} ({condition}) pthread_cond_wait(&q.more, &m);"
        ));
        self.update();
        self.line("pthread_mutex_unlock(&m);");
    }

    fn locked(&mut self, most: usize) {
        self.line("pthread_mutex_lock(&m);");
        let count = 1 + self.random.below(most);
        for _ in 0..count {
            self.update();
        }
        self.line("pthread_mutex_unlock(&m);");
    }

    fn value(&mut self) -> String {
        self.pick(&["1", "2", "bound", "3", "0"])
    }

    fn condition(&mut self) -> String {
        self.pick(&["a > 1", "a == 0", "bound > 2", "a & 1", "bound == 1", "a < bound"])
    }

    /// Something is changed under the lock.
    fn update(&mut self) {
        match self.random.below(if self.is_strange { 16 } else { 12 }) {
            0 | 1 => {
                let cell = self.pick(&["q.used", "counter", "total", "p->used", "q.used"]);
                let by = self.pick(&["++", "++", "--", " += 2", " += 1"]);
                self.line(&format!("{cell}{by};"));
            }
            2 => {
                let line = self.pick(&[
                    "if (q.used < ROOM) { q.ring[(q.head + q.used) & 3] = 1; q.used++; }",
                    "if (p->used < ROOM) { p->ring[p->tail] = 7; p->tail = (p->tail + 1) % ROOM; p->used++; }",
                    "if (q.used > 0) { q.head = (q.head + 1) % ROOM; q.used--; }",
                    "if (p->used > 0) { p->head = p->head + 1 < ROOM ? p->head + 1 : 0; p->used = p->used - 1; }",
                ]);
                self.line(&line);
            }
            3 => {
                let cell = self.pick(&["q.closed", "ready", "done", "p->closed"]);
                self.line(&format!("{cell} = 1;"));
            }
            4 => {
                let how = self.pick(&["signal", "broadcast"]);
                self.line(&format!("pthread_cond_{how}(&q.more);"));
            }
            5 => {
                let cell = self.pick(&["&counter", "&total", "&q.used", "a ? &counter : &total"]);
                self.line(&format!("bump({cell});"));
            }
            6 => {
                let cell = self.pick(&["counter", "q.used", "ready", "u.whole"]);
                let line = self.pick(&[
                    "% = a < bound ? 1 : 2;",
                    "int k; if (a > 1) k = 1; else k = bound; % = k;",
                    "% = smaller(a, 2);",
                    "if (!%) % = 1;",
                    "if (% < 3) % = % + 1;",
                ]);
                self.line(&format!("{{ {} }}", line.replace('%', &cell)));
            }
            7 => {
                let line = self.pick(&[
                    "q.head = (q.head + 1) % ROOM;",
                    "q.tail = (q.tail + 1) & 3;",
                    "q.ring[q.head] = 5;",
                    "q.ring[q.tail & 3] = q.used;",
                    "if (++q.tail >= ROOM) q.tail = 0;",
                ]);
                self.line(&line);
            }
            8 => self.line("total = q.used + counter;"),
            9 => self.line("ready = done;"),
            10 => self.line("sem_post(&s);"),
            12 => {
                let line = self.pick(&[
                    "memset(&q.ring, 1, sizeof q.ring);",
                    "memcpy(&total, &counter, sizeof total);",
                    "memset(&q.used, 0, sizeof q.used);",
                    "r.used = q.used; r.closed = q.closed;",
                    "u.bytes[1] = 1;",
                    "u.half[0] = 3; u.whole++;",
                    "*(char *)&counter = 3;",
                    "*(a ? &ready : &done) = 1;",
                ]);
                self.line(&line);
            }
            13 => {
                let name = self.name();
                let cell = self.pick(&["&q.ring[0]", "&q.ring[a & 3]", "q.ring + 1"]);
                let by = self.pick(&["0", "1", "bound & 1"]);
                self.line(&format!("{{ int *{name} = {cell}; {name}[{by}] = 2; }}"));
            }
            14 => self.line("__atomic_fetch_add(&total, 1, __ATOMIC_SEQ_CST);"),
            _ => self.line("counter = counter + 0;"),
        }
    }

    fn strange(&mut self) {
        let line = self.pick(&[
            "pthread_once(&once, at_once);",
            "posts(2);",
            "acts[bound & 1](1, p, w);",
            "sem_trywait(&sems[1]);",
            "{ sem_t *z = a ? &sems[0] : &s; sem_post(z); }",
            "leaf(0);",
        ]);
        // Those that are under way already must not call each other in a circle.
        if self.helpers == 2 || !(line.contains("acts") || line.contains("leaf")) {
            self.line(&line);
        }
    }

    fn main(&mut self) {
        self.text += "int main(int argc, char **argv) {\n  int a = argc; struct queue *p = &q; sem_t *w = &s; (void)argv;\n";
        self.indent = 1;
        let bound = self.pick(&["2", "argc", "__VERIFIER_nondet_int() & 3"]);
        let units = self.pick(&["0", "1", "2", "bound"]);
        let users = self.pick(&["2", "3", "3"]);
        self.line(&format!("bound = {bound}; sem_init(&s, 0, {units}); sem_init(&q.items, 0, 1); sem_init(&r.items, 0, 0);"));
        self.line(&format!("for (int i = 0; i < 2; i++) sem_init(&sems[i], 0, 1); pthread_barrier_init(&bar, 0, {users});"));
        if self.random.chance(30) {
            self.locked(2);
        }
        let rounds = if self.random.chance(15) { 2 } else { 1 };
        for _ in 0..rounds {
            self.creations();
            for _ in 0..self.random.below(3) {
                self.statement();
            }
            if self.random.chance(70) {
                self.line("for (int i = 0; i < 2; i++) pthread_join(t[i], 0);");
            }
            for _ in 0..self.random.below(3) {
                self.statement();
            }
        }
        match self.random.chance(15) {
            true => self.line("pthread_exit(0);"),
            false => self.line("return 0;"),
        }
        self.text += "}\n";
    }

    fn creations(&mut self) {
        let first = self.pick(&["work", "work", "other", "a > 1 ? work : other"]);
        let queue = self.pick(&["&q", "&q", "0", "i ? &q : &r"]);
        let by = self.pick(&["&s", "&s", "0", "&sems[i]"]);
        let element = self.pick(&["i", "i", "i", "i & 1", "i + 1", "0"]);
        let mut before = format!(
            "args[{element}].id = i; args[{element}].q = {queue}; args[{element}].s = {by};"
        );
        let mut behind = String::new();
        for member in ["from", "to"] {
            let store = format!(" args[{element}].{member} = i * 2;");
            match self.random.chance(75) {
                true => before += &store,
                false => behind += &store,
            }
        }
        if self.random.chance(15) {
            before = format!(
                "struct arg one = {{ i, i, 2 * i, {queue}, {by} }}; args[{element}] = one;"
            );
        }
        if self.random.chance(10) {
            behind += " args[1 - i].to = 9;";
        }
        self.line(&format!("for (int i = 0; i < 2; i++) {{ {before} pthread_create(&t[i], 0, {first}, &args[{element}]);{behind} }}"));
        if self.random.chance(30) {
            self.line("args[3].id = 3; args[3].from = 1; args[3].q = &q; pthread_create(&t[3], 0, other, &args[3]);");
        }
        if self.random.chance(15) {
            let line = self.pick(&["args[0].from = 5;", "args[1].id = 2;", "args[3].to = bound;"]);
            self.line(&line);
        }
    }
}
