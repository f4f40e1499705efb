/*
 * Leads a real binary where somebody wants it.
 *
 * The program was compiled with the hooks of the thread sanitizer (calls of __tsan_read4 and the like before each access that
 * others may notice), but is linked with this file instead of the sanitizer. One thread runs at a time. At a hook a thread
 * asks whether it has to wait for its turn; who is next, the part says that follows: along a recorded run (turns.c), or along the
 * schedules for all inputs (schedules.c). If the program does not behave as the tables in front of this file want it, that is said and the
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
#include <sys/stat.h>
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
    int timed;             /* and may give up */
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

static void raddle_remove_files(void);

static void raddle_leave(int code) {
    raddle_ending = 1;
    raddle_remove_files();
    fflush(stdout);
    fflush(stderr);
    _exit(code);
}

static void raddle_tell_diverged(const char *text);

static void raddle_diverge(const char *format, ...) {
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    raddle_say("diverged\t%zu\t%s\n", raddle_turn, text);
    raddle_tell_diverged(text);
    raddle_leave(RADDLE_DIVERGED);
}

/* Failures that do not end the program by themselves, but its test. */
static int raddle_failures;

/* The failure itself, in the words of the program. */
static void raddle_fail(const char *kind, unsigned line, const char *file, const char *text) {
    raddle_failures++;
    raddle_say("failure\t%s\t%u\t%s\t%s\n", kind, line, file, text);
}

/* -- threads ------------------------------------------------------------------------------------------------------ */

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

static int raddle_wake_newborn(void) {
    for (unsigned id = 0; id < RADDLE_MOST_THREADS; id++)
        if (raddle_exists(&raddle_all[id]) && raddle_all[id].status == RADDLE_NEWBORN) {
            raddle_wake(&raddle_all[id]);
            return 1;
        }
    return 0;
}

static void raddle_await_turn(raddle_thread *self) {
    while (raddle_holder != self)
        pthread_cond_wait(&self->wake, &raddle_lock);
    self->status = RADDLE_RUNNING;
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

/* Waits for its turn, if it needs one for the operation at hand; whether it got one. */
static int raddle_take_turn(raddle_thread *self);

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
