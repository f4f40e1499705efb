//! Random programs in the shape of thread pools: handles in arrays that loops fill and join, a ring with counters and condition variables, semaphores, barriers, threads
//! that wait for each other's counts. Each is put together from parts that are right or a little wrong: what is said of them rests on what all threads store, create and signal, so one
//! store, copy or creation more or less is what has to be noticed.

use std::fmt::Write;

use raddle_fuzz::random::Random;

struct Pool<'r> {
    random: &'r mut Random,
    text: String,
    /// How main names the handles of its workers: an expression with `%` in place of the index.
    handle: &'static str,
    workers: usize,
    has_semaphore: bool,
    has_barrier: bool,
    /// Something is a little wrong here and there.
    is_sloppy: bool,
}

/// The text of a program.
pub fn program(random: &mut Random) -> String {
    let handle =
        *random.pick(&["t[%]", "handles[%]", "pool.threads[%]", "w[%].handle", "p->threads[%]"]);
    let mut pool = Pool {
        workers: 2 + random.below(2),
        has_semaphore: random.chance(30),
        has_barrier: random.chance(40),
        is_sloppy: random.chance(50),
        random,
        text: String::new(),
        handle,
    };
    pool.whole();
    pool.text
}

impl Pool<'_> {
    fn line(&mut self, indent: usize, text: &str) {
        let _ = writeln!(self.text, "{}{text}", "  ".repeat(indent));
    }

    fn pick(&mut self, items: &[&str]) -> String {
        (*self.random.pick(items)).to_owned()
    }

    fn handle(&self, index: &str) -> String {
        self.handle.replace('%', index)
    }

    fn whole(&mut self) {
        self.text += "#include <pthread.h>\n#include <semaphore.h>\n#include <stdlib.h>\n\
            enum { ROOM = 2, MOST = 3 };\n\
            static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n\
            static pthread_cond_t filled = PTHREAD_COND_INITIALIZER, freed = PTHREAD_COND_INITIALIZER;\n\
            static int ring[ROOM], head, tail, used, done, finished, sum, rounds;\n\
            static struct { pthread_t threads[MOST]; int started; } pool;\n\
            static pthread_t handles[MOST], extra;\nstatic sem_t items;\nstatic pthread_barrier_t bar;\n\
            struct worker { int id; pthread_t handle; int times; };\nstatic struct worker w[MOST];\n\
            struct group { pthread_t threads[MOST]; int count; };\n";
        self.put();
        self.take();
        self.worker("work");
        self.worker("other");
        self.start();
        self.main();
    }

    fn wait(&mut self, condition: &str, variable: &str) {
        let wait = format!("pthread_cond_wait(&{variable}, &m);");
        match self.random.below(12) {
            0 if self.is_sloppy => self.line(1, &format!("if ({condition}) {wait}")),
            1 if self.is_sloppy => {}
            _ => self.line(1, &format!("while ({condition}) {wait}")),
        }
    }

    fn announce(&mut self, variable: &str) {
        let how = self.pick(&["signal", "signal", "broadcast", "broadcast"]);
        if !(self.is_sloppy && self.random.chance(20)) {
            self.line(1, &format!("pthread_cond_{how}(&{variable});"));
        }
    }

    fn advance(&mut self, index: &str) {
        let text = match self.random.below(5) {
            0 => format!("{index} = ({index} + 1) % ROOM;"),
            1 => format!("if (++{index} == ROOM) {index} = 0;"),
            2 => format!("{index} = {index} + 1 < ROOM ? {index} + 1 : 0;"),
            3 => format!("{index} = ({index} + 1) & 1;"),
            _ => format!("{index}++; if ({index} >= ROOM) {index} = 0;"),
        };
        self.line(1, &text);
    }

    /// What is a little wrong now and then.
    fn slip(&mut self, indent: usize) {
        if self.is_sloppy && self.random.chance(20) {
            let slip = self.pick(&[
                "used = 0;",
                "head = 0;",
                "used++;",
                "done = 1;",
                "finished++;",
                "pthread_cond_signal(&freed);",
                "pthread_cond_signal(&filled);",
                "sum = used;",
                "tail = head;",
                "if (sum > 2) used = 1;",
                "ring[head & 1] = tail;",
            ]);
            self.line(indent, &slip);
        }
    }

    fn put(&mut self) {
        self.line(0, "static void put(int value) {");
        self.line(1, "pthread_mutex_lock(&m);");
        self.wait("used == ROOM", "freed");
        self.line(1, "ring[tail & 1] = value;");
        self.advance("tail");
        let more =
            self.pick(&["used++;", "used++;", "used = used + 1;", "if (used < ROOM) used++;"]);
        self.line(1, &more);
        self.slip(1);
        self.announce("filled");
        self.line(1, "pthread_mutex_unlock(&m);");
        self.line(0, "}");
    }

    fn take(&mut self) {
        self.line(0, "static int take(void) {");
        self.line(1, "pthread_mutex_lock(&m);");
        let until = self.pick(&["used == 0 && !done", "used == 0", "!used && !done"]);
        self.wait(&until, "filled");
        self.line(1, "if (used == 0) { pthread_mutex_unlock(&m); return -1; }");
        self.line(1, "int value = ring[head & 1];");
        self.advance("head");
        let less = self.pick(&["used--;", "used--;", "used -= 1;", "if (used > 0) used--;"]);
        self.line(1, &less);
        self.slip(1);
        self.announce("freed");
        self.line(1, "pthread_mutex_unlock(&m);");
        self.line(1, "return value;");
        self.line(0, "}");
    }

    fn worker(&mut self, name: &str) {
        self.line(0, &format!("static void *{name}(void *argument) {{"));
        self.line(1, "struct worker *me = argument; int id = me->id, seen = 0;");
        let bound = self.pick(&["2", "rounds", "me->times", "id + 1", "3"]);
        let is_long = self.random.chance(70);
        if is_long {
            self.line(1, &format!("for (int i = 0; i < {bound}; i++) {{"));
        }
        for _ in 0..1 + self.random.below(2) {
            match self.random.below(9) {
                0 | 1 => self.line(2, "put(id);"),
                2 | 3 => self.line(2, "seen = take();"),
                4 if self.has_semaphore => {
                    let call = self.pick(&["sem_post(&items);", "sem_wait(&items);"]);
                    self.line(2, &call);
                }
                5 | 8 if self.has_barrier => self.line(2, "pthread_barrier_wait(&bar);"),
                6 if is_long => self.line(2, "if (seen < 0) break;"),
                _ => {
                    self.line(2, "pthread_mutex_lock(&m);");
                    let update = self.pick(&[
                        "sum += id;",
                        "sum++;",
                        "finished += seen;",
                        "if (used > 1) sum = 0;",
                    ]);
                    self.line(2, &update);
                    self.slip(2);
                    self.line(2, "pthread_mutex_unlock(&m);");
                }
            }
        }
        if is_long {
            self.line(1, "}");
        }
        if self.random.chance(40) {
            self.line(1, "pthread_mutex_lock(&m); finished++; pthread_cond_broadcast(&freed); pthread_mutex_unlock(&m);");
        }
        if self.random.chance(6) {
            self.line(1, "static struct worker child; pthread_create(&extra, 0, single, &child);");
            let before =
                "static void *single(void *argument) { (void)argument; put(9); return 0; }\n";
            let at = self.text.find("static void *work(").unwrap_or(0);
            if !self.text.contains("*single(") {
                self.text.insert_str(at, before);
            }
        }
        self.line(1, "return 0;");
        self.line(0, "}");
    }

    /// Starts one worker, which may be elsewhere than the loop that asks for it.
    fn start(&mut self) {
        self.line(0, "static void start(pthread_t *where, int id) {");
        self.line(1, "w[id].id = id; w[id].times = rounds;");
        let what = self.pick(&["work", "work", "other", "id ? work : other"]);
        self.line(1, &format!("pthread_create(where, 0, {what}, &w[id]);"));
        self.line(0, "}");
    }

    fn create(&mut self, index: &str) -> String {
        let handle = self.handle(index);
        match self.random.below(4) {
            0 => format!("start(&{handle}, {index});"),
            1 => format!(
                "w[{index}].id = {index}; w[{index}].times = 2; pthread_create(&{handle}, 0, other, &w[{index}]);"
            ),
            _ => {
                format!("w[{index}].id = {index}; pthread_create(&{handle}, 0, work, &w[{index}]);")
            }
        }
    }

    fn creations(&mut self) {
        let workers = self.workers;
        match self.random.below(6) {
            0 => {
                for index in 0..workers {
                    let one = self.create(&index.to_string());
                    self.line(1, &one);
                }
            }
            1 => {
                let one = self.create("i");
                self.line(1, &format!("for (int i = {workers} - 1; i >= 0; i--) {{ {one} }}"));
            }
            2 => {
                let one = self.create("i");
                self.line(1, &format!("int i = 0; while (i < {workers}) {{ {one} i++; }}"));
            }
            3 => {
                let (one, two) = (self.create("i"), self.create("i"));
                self.line(1, &format!("for (int i = 0; i < {workers}; i++) {{ if (i == 1) {{ {one} }} else {{ {two} }} }}"));
            }
            _ => {
                let one = self.create("i");
                let bound = self.pick(&["", "", "", " && i < argc + 1"]);
                let more = self.pick(&["", "", "", "pool.started++;", "if (i == 1) rounds = 1;"]);
                self.line(
                    1,
                    &format!("for (int i = 0; i < {workers}{bound}; i++) {{ {one} {more} }}"),
                );
            }
        }
    }

    fn joins(&mut self) {
        let workers = self.workers;
        let (handle, first, last) =
            (self.handle("i"), self.handle("0"), self.handle(&(workers - 1).to_string()));
        let text = match self.random.below(9) {
            0 => format!("pthread_join({last}, 0); pthread_join({first}, 0);"),
            1 => format!("for (int i = {workers} - 1; i >= 0; i--) pthread_join({handle}, 0);"),
            2 => format!("for (int i = 0; i < {workers} - 1; i++) pthread_join({handle}, 0);"),
            3 => format!(
                "for (int i = 0; i < {workers}; i++) {{ if (i == argc) continue; pthread_join({handle}, 0); }}"
            ),
            4 => format!(
                "for (int i = 0; i < {workers}; i++) {{ pthread_join({handle}, 0); {} }}",
                self.create("i")
            ),
            _ => format!("for (int i = 0; i < {workers}; i++) {{ pthread_join({handle}, 0); }}"),
        };
        self.line(1, &text);
    }

    fn main(&mut self) {
        self.line(0, "int main(int argc, char **argv) {");
        self.line(
            1,
            "(void)argv; pthread_t t[MOST]; struct group *p = malloc(sizeof *p); if (!p) return 1;",
        );
        let rounds = self.pick(&["2", "argc", "argc & 3", "3"]);
        self.line(1, &format!("rounds = {rounds};"));
        self.line(1, "for (int i = 0; i < MOST; i++) { w[i].id = i; w[i].times = 1; t[i] = 0; p->threads[i] = 0; }");
        let first = self.pick(&["0", "1"]);
        self.line(1, &format!("sem_init(&items, 0, {first});"));
        let users = self.pick(&["2", "3", "2"]);
        self.line(1, &format!("pthread_barrier_init(&bar, 0, {users});"));
        self.creations();
        if self.random.chance(15) {
            let (from, to) = (self.handle("0"), self.handle("1"));
            let copy = self
                .pick(&["extra = %;", "pthread_t kept = %; (void)kept;", "handles[2] = %;"])
                .replace('%', &from);
            let overwrites = self.random.chance(30);
            self.line(1, &if overwrites { format!("{from} = {to};") } else { copy });
        }
        for _ in 0..self.random.below(3) {
            match self.random.below(6) {
                0 => self.line(1, "for (int i = 0; i < 2; i++) put(i);"),
                1 => self.line(1, "take();"),
                2 => self.line(1, "pthread_mutex_lock(&m); sum = used; pthread_mutex_unlock(&m);"),
                3 => self.line(1, "pthread_mutex_lock(&m); while (finished < 1) pthread_cond_wait(&freed, &m); pthread_mutex_unlock(&m);"),
                4 => self.line(1, "for (int i = 0; i < rounds; i++) put(i);"),
                _ => {
                    let one = "pthread_mutex_lock(&m); done = 1; pthread_cond_broadcast(&filled); pthread_mutex_unlock(&m);";
                    self.line(1, one);
                }
            }
        }
        if self.random.chance(85) {
            self.joins();
        }
        if self.random.chance(25) {
            // Another generation of threads, with the same handles.
            let again = self.create("i");
            self.line(1, &format!("for (int i = 0; i < 2; i++) {{ {again} }}"));
            self.joins();
        }
        self.line(1, "pthread_mutex_lock(&m); sum += head + tail; pthread_mutex_unlock(&m);");
        self.line(1, "return 0;");
        self.line(0, "}");
    }
}
