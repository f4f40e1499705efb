/*
 * Leads a real binary along a recorded run.
 *
 * The program was compiled with the hooks of the thread sanitizer (calls of __tsan_read4 and the like before each access that
 * others may notice), but is linked with this file instead of the sanitizer. One thread runs at a time. At a hook a thread
 * asks whether this is the operation its next transition begins with; if so it waits for its turn. The tables in front of this
 * file say what the transitions are (raddle_steps), where threads stand at the end (raddle_standing), which inputs the
 * program gets (raddle_inputs) and which thread is which (raddle_paths).
 *
 * An operation is recognised by its place in the source and by how often the thread executed it, or, where RADDLE_STANDALONE
 * is defined, by the number of hooks the thread has met. If the program does not behave as recorded, that is said and the
 * process ends with RADDLE_DIVERGED; nothing is bent to fit.
 */
#include <errno.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

enum { RADDLE_STUCK = 70, RADDLE_DIVERGED = 71, RADDLE_LATE = 72, RADDLE_EXCLUDED = 73, RADDLE_FAILED = 74 };
enum { RADDLE_MOST_THREADS = 256, RADDLE_TIME_LIMIT = 10 };

typedef struct {
    unsigned ticks[RADDLE_MOST_THREADS];
} raddle_clock;

enum raddle_status { RADDLE_NEWBORN, RADDLE_RUNNING, RADDLE_WAITING, RADDLE_STANDING, RADDLE_FINISHED };

typedef struct raddle_thread {
    unsigned id;
    enum raddle_status status;
    pthread_t handle;
    pthread_cond_t wake;
    unsigned created;      /* threads it has created */
    unsigned hooks;        /* hooks it has met */
    unsigned site;         /* where it is, for the next hook */
    unsigned kind;         /* of the operation it is at, or the last one */
    unsigned occurrence;
    size_t next;           /* its next transition, or the number of all */
    unsigned sections;     /* depth of atomic sections */
    const char *doing;     /* the function it is in */
    void *object;          /* and what that works on */
    int (*blocked)(void *object);
    unsigned *counts;      /* per site and kind */
    raddle_clock clock;
    void *(*start)(void *);
    int (*start_c11)(void *);
    void *argument;
    uintptr_t at;          /* the access it stands before, if `size` is not 0 */
    size_t size;
    int write, atomic;
    void *queue;           /* the condition variable or barrier it waits at */
    int signalled;
    struct raddle_thread *joining; /* gets the turn back when this one has ended */
} raddle_thread;

static pthread_mutex_t raddle_lock = PTHREAD_MUTEX_INITIALIZER;
static raddle_thread raddle_all[RADDLE_MOST_THREADS];
static __thread raddle_thread *raddle_self;
static raddle_thread *raddle_holder;
static size_t raddle_turn;
static FILE *raddle_report;
static volatile sig_atomic_t raddle_ending;

/* -- what is said ------------------------------------------------------------------------------------------------- */

static void raddle_say(const char *format, ...) {
    if (!raddle_report)
        return;
    va_list arguments;
    va_start(arguments, format);
    vfprintf(raddle_report, format, arguments);
    va_end(arguments);
    fflush(raddle_report);
}

static const char *raddle_where(size_t step) {
    return step < raddle_step_count ? raddle_steps[step].where : "the end";
}

/* The line in "file:line:column". */
static unsigned raddle_line_of(const char *where) {
    const char *column = strrchr(where, ':');
    if (!column)
        return 0;
    const char *line = column;
    while (line > where && line[-1] != ':')
        line--;
    return (unsigned)strtoul(line, 0, 10);
}

static const char *raddle_standing_at(unsigned id) {
    for (size_t index = 0; index < raddle_standing_count; index++)
        if (raddle_standing[index].thread == id)
            return raddle_standing[index].where;
    return "an unknown place";
}

static void raddle_leave(int code) {
    raddle_ending = 1;
    fflush(stdout);
    fflush(stderr);
    _exit(code);
}

static void raddle_diverge(const char *format, ...) {
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    raddle_say("diverged\t%zu\t%s\n", raddle_turn, text);
    fprintf(stderr, "raddle: the program leaves the recorded run after %zu of %zu transitions: %s\n", raddle_turn,
            (size_t)raddle_step_count, text);
    raddle_leave(RADDLE_DIVERGED);
}

/* Failures that do not end the program by themselves, but its test. */
static int raddle_failures;

/* The failure itself, in the words of the program. */
static void raddle_fail(const char *kind, unsigned line, const char *file, const char *text) {
    raddle_failures++;
    raddle_say("failure\t%s\t%u\t%s\t%s\n", kind, line, file, text);
}

/* -- threads and turns -------------------------------------------------------------------------------------------- */

static size_t raddle_next_of(unsigned id, size_t from) {
    while (from < raddle_step_count && raddle_steps[from].thread != id)
        from++;
    return from;
}

static raddle_thread *raddle_begin(unsigned id) {
    raddle_thread *thread = &raddle_all[id];
    thread->id = id;
    thread->status = RADDLE_NEWBORN;
    pthread_cond_init(&thread->wake, 0);
    thread->counts = calloc((size_t)(raddle_site_count + 1) * 5, sizeof *thread->counts);
    thread->next = raddle_next_of(id, 0);
    thread->clock.ticks[id] = 1;
    return thread;
}

static int raddle_exists(const raddle_thread *thread) {
    return thread->counts != 0;
}

static void raddle_wake(raddle_thread *thread) {
    raddle_holder = thread;
    pthread_cond_signal(&thread->wake);
}

/* Whether a thread stands before something that would let it go on. */
static int raddle_could_go_on(const raddle_thread *thread) {
    int stands = raddle_exists(thread) && thread->status != RADDLE_FINISHED && thread->status != RADDLE_NEWBORN;
    return stands && thread->blocked && !thread->blocked(thread->object);
}

static void raddle_tell_stuck(void) {
#ifdef RADDLE_STANDALONE
    for (unsigned id = 0; raddle_tells_stuck && id < RADDLE_MOST_THREADS; id++)
        if (raddle_could_go_on(&raddle_all[id]))
            raddle_diverge("thread %u could go on in %s", id, raddle_all[id].doing);
    if (!raddle_tells_stuck) {
        fprintf(stderr, "raddle: the recorded run is over, and it has %s\n", raddle_failures ? "failed" : "not failed");
        raddle_leave(raddle_failures ? RADDLE_FAILED : 0);
    }
#endif
    fprintf(stderr, raddle_tells_stuck ? "raddle: no thread can go on\n" : "raddle: the recorded schedule is over\n");
    for (unsigned id = 0; id < RADDLE_MOST_THREADS; id++) {
        raddle_thread *thread = &raddle_all[id];
        if (!raddle_exists(thread) || thread->status == RADDLE_FINISHED || thread->status == RADDLE_NEWBORN)
            continue;
        const char *where = raddle_standing_at(id);
        const char *doing = thread->doing ? thread->doing : "an access";
        int blocked = thread->blocked ? thread->blocked(thread->object) : -1;
        const char *state = blocked == 1 ? "blocked" : blocked == 0 ? "free" : "waiting";
        raddle_say("stuck\t%u\t%s\t%s\t%s\n", id, state, doing, where);
        fprintf(stderr, "raddle: thread %u %s %s at %s\n", id, raddle_tells_stuck ? "is stuck in" : "stands before", doing, where);
    }
    raddle_leave(RADDLE_STUCK);
}

static int raddle_wake_newborn(void) {
    for (unsigned id = 0; id < RADDLE_MOST_THREADS; id++)
        if (raddle_exists(&raddle_all[id]) && raddle_all[id].status == RADDLE_NEWBORN) {
            raddle_wake(&raddle_all[id]);
            return 1;
        }
    return 0;
}

/* Gives the turn to whoever is next. The caller has the lock and no longer runs. */
static void raddle_pass_on(void) {
    /* An access that a thread merely stands before can be half of a race. */
    if (raddle_tells_races && raddle_wake_newborn())
        return;
    if (raddle_turn < raddle_step_count) {
        unsigned id = raddle_steps[raddle_turn].thread;
        raddle_thread *thread = &raddle_all[id];
        const char *where = raddle_where(raddle_turn);
        if (!raddle_exists(thread))
            raddle_diverge("thread %u was not created, but is to go on at %s", id, where);
        if (thread->status == RADDLE_FINISHED)
            raddle_diverge("thread %u has ended, but is to go on at %s", id, where);
        if (thread->status == RADDLE_STANDING || thread->status == RADDLE_RUNNING)
            raddle_diverge("thread %u did not come to %s", id, where);
        raddle_wake(thread);
        return;
    }
    /* All is done. What has not begun yet may still fail before its first operation that others notice. */
    raddle_thread *failing = &raddle_all[raddle_failing];
    if (raddle_exists(failing) && failing->status == RADDLE_NEWBORN) {
        raddle_wake(failing);
        return;
    }
    if (!raddle_wake_newborn())
        raddle_tell_stuck();
}

static void raddle_await_turn(raddle_thread *self) {
    while (raddle_holder != self)
        pthread_cond_wait(&self->wake, &raddle_lock);
    self->status = RADDLE_RUNNING;
}

static int raddle_matches(const raddle_thread *self, const struct raddle_step *step) {
#ifdef RADDLE_STANDALONE
    return step->hook <= self->hooks;
#else
    return step->site == self->site && step->kind == self->kind && step->occurrence == self->occurrence;
#endif
}

static int raddle_must_stand(const raddle_thread *self) {
    if (self->next < raddle_step_count)
        return 0;
    if (self->hooks == 0)
        return 0;
    for (size_t index = 0; index < raddle_standing_count; index++)
        if (raddle_standing[index].thread == self->id && raddle_matches(self, &raddle_standing[index]))
            return 1;
    return 0;
}

/* Waits for the turn if the operation at hand begins the thread's next transition; whether it did. */
static int raddle_take_turn(raddle_thread *self) {
    int taken = 0;
    pthread_mutex_lock(&raddle_lock);
    if (self->next < raddle_step_count && raddle_matches(self, &raddle_steps[self->next])) {
        if (self->next != raddle_turn) {
            self->status = RADDLE_WAITING;
            raddle_pass_on();
            raddle_await_turn(self);
        }
        raddle_say("step\t%zu\t%u\n", raddle_turn, self->hooks);
        raddle_turn++;
        self->next = raddle_next_of(self->id, self->next + 1);
        taken = 1;
    } else if (raddle_must_stand(self)) {
        raddle_say("standing\t%u\t%u\n", self->id, self->hooks);
        self->status = RADDLE_STANDING;
        raddle_pass_on();
        raddle_await_turn(self);
    }
    pthread_mutex_unlock(&raddle_lock);
    return taken;
}

/* -- invariants --------------------------------------------------------------------------------------------------- */

enum { RADDLE_MOST_INVARIANTS = 64 };

static struct {
    int (*condition)(void);
    const char *where;
    int broken;
} raddle_invariants[RADDLE_MOST_INVARIANTS];
static unsigned raddle_invariant_count;
/* Hooks that are met while a condition is evaluated are none of the program. */
static int raddle_judging;

/* Evaluates all conditions: where a thread comes to a hook, or to its end, which is behind whatever it did last. */
static void raddle_judge(raddle_thread *self) {
    if (raddle_judging || self->sections)
        return;
    unsigned site = self->site;
    raddle_judging = 1;
    for (unsigned index = 0; index < raddle_invariant_count; index++) {
        if (raddle_invariants[index].broken || raddle_invariants[index].condition())
            continue;
        const char *where = raddle_invariants[index].where;
        raddle_invariants[index].broken = 1;
        fprintf(stderr, "raddle: invariant of %s failed\n", where);
        raddle_fail("invariant", raddle_line_of(where), where, "condition is false");
    }
    raddle_judging = 0;
    self->site = site;
}

/* A hook: one more operation of this kind. */
static int raddle_hook(raddle_thread *self, unsigned kind) {
    if (raddle_judging)
        return 0;
    raddle_judge(self);
    self->kind = kind;
#ifdef RADDLE_STANDALONE
    /* Transitions of calls that have no hook here. */
    while (raddle_take_turn(self))
        ;
#else
    self->occurrence = self->counts[self->site * 5 + kind]++;
#endif
    self->hooks++;
    return raddle_take_turn(self);
}

/* A library function that is about to do its work. */
static int raddle_enter(const char *name, void *object, int (*blocked)(void *)) {
    raddle_thread *self = raddle_self;
    if (!self)
        return 0;
    self->doing = name;
    self->object = object;
    self->blocked = blocked;
    return raddle_hook(self, RADDLE_CALL);
}

/* The same call goes on in another transition. Never granted: it stands here for good. */
static void raddle_go_on_waiting(void) {
    raddle_thread *self = raddle_self;
    if (raddle_take_turn(self))
        return;
    pthread_mutex_lock(&raddle_lock);
    if (self->next < raddle_step_count)
        raddle_diverge("thread %u waits in %s, but is to go on at %s", self->id, self->doing, raddle_where(self->next));
    self->status = RADDLE_STANDING;
    raddle_say("standing\t%u\t%u\n", self->id, self->hooks);
    raddle_pass_on();
    raddle_await_turn(self);
    pthread_mutex_unlock(&raddle_lock);
}

/* What is left of a call that takes several transitions. */
static void raddle_drain(void) {
    while (raddle_self && raddle_take_turn(raddle_self))
        ;
    if (raddle_self) {
        raddle_self->doing = 0;
        raddle_self->blocked = 0;
    }
}

/* A thread all of whose work is its own runs when somebody waits for its end. */
static void raddle_run_to_end(raddle_thread *target) {
    raddle_thread *self = raddle_self;
    pthread_mutex_lock(&raddle_lock);
    if (target->status == RADDLE_NEWBORN && target->next == raddle_step_count) {
        target->joining = self;
        raddle_wake(target);
        raddle_await_turn(self);
    }
    pthread_mutex_unlock(&raddle_lock);
}

static void raddle_finish(raddle_thread *self) {
    raddle_judge(self);
    pthread_mutex_lock(&raddle_lock);
    self->status = RADDLE_FINISHED;
    if (self->next < raddle_step_count)
        raddle_diverge("thread %u ended before it came to %s", self->id, raddle_where(self->next));
    if (self->joining)
        raddle_wake(self->joining);
    else
        raddle_pass_on();
    pthread_mutex_unlock(&raddle_lock);
}

