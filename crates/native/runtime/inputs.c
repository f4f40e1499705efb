/* -- inputs ------------------------------------------------------------------------------------------------------- */

#define RADDLE_NONDET(NAME, TYPE)                                      \
    TYPE raddle_w___VERIFIER_nondet_##NAME(void) {                     \
        raddle_enter("__VERIFIER_nondet_" #NAME, 0, 0);                \
        uint64_t bits = raddle_input("nondet_" #NAME, sizeof(TYPE));   \
        TYPE value;                                                    \
        memcpy(&value, &bits, sizeof value);                           \
        raddle_drain();                                                \
        return value;                                                  \
    }
RADDLE_NONDET(int, int)
RADDLE_NONDET(uint, unsigned)
RADDLE_NONDET(unsigned, unsigned)
RADDLE_NONDET(unsigned_int, unsigned)
RADDLE_NONDET(char, char)
RADDLE_NONDET(uchar, unsigned char)
RADDLE_NONDET(unsigned_char, unsigned char)
RADDLE_NONDET(short, short)
RADDLE_NONDET(ushort, unsigned short)
RADDLE_NONDET(long, long)
RADDLE_NONDET(ulong, unsigned long)
RADDLE_NONDET(unsigned_long, unsigned long)
RADDLE_NONDET(longlong, long long)
RADDLE_NONDET(ulonglong, unsigned long long)
RADDLE_NONDET(size_t, size_t)
RADDLE_NONDET(u8, uint8_t)
RADDLE_NONDET(u16, uint16_t)
RADDLE_NONDET(u32, uint32_t)
RADDLE_NONDET(u64, uint64_t)
RADDLE_NONDET(s8, int8_t)
RADDLE_NONDET(s16, int16_t)
RADDLE_NONDET(s32, int32_t)
RADDLE_NONDET(s64, int64_t)
RADDLE_NONDET(pointer, void *)
RADDLE_NONDET(float, float)
RADDLE_NONDET(double, double)
_Bool raddle_w___VERIFIER_nondet_bool(void) {
    raddle_enter("__VERIFIER_nondet_bool", 0, 0);
    _Bool value = raddle_input("nondet_bool", 1) & 1;
    raddle_drain();
    return value;
}
_Bool raddle_w___VERIFIER_nondet__Bool(void) {
    raddle_enter("__VERIFIER_nondet__Bool", 0, 0);
    _Bool value = raddle_input("nondet__Bool", 1) & 1;
    raddle_drain();
    return value;
}

void raddle_w_raddle_make_symbolic(void *object, size_t size, const char *name) {
    int taken = raddle_enter("raddle_make_symbolic", 0, 0);
    raddle_touch(object, size, 1, taken);
    if (size == 1 || size == 2 || size == 4 || size == 8) {
        uint64_t value = raddle_input(name, size);
        memcpy(object, &value, size);
    } else {
        for (size_t index = 0; index < size; index++) {
            char full[256];
            snprintf(full, sizeof full, "%s[%zu]", name, index);
            ((unsigned char *)object)[index] = (unsigned char)raddle_input(full, 1);
        }
    }
    raddle_drain();
}

/* -- assumptions and checks --------------------------------------------------------------------------------------- */

static void raddle_assumed(int condition) {
    if (condition)
        return;
    raddle_say("excluded\t%s\n", raddle_self ? raddle_here(raddle_self) : "");
    fprintf(stderr, "raddle: an assumption does not hold\n");
    raddle_leave(RADDLE_EXCLUDED);
}
void raddle_w_raddle_assume(int condition) {
    raddle_enter("raddle_assume", 0, 0);
    raddle_assumed(condition);
    raddle_drain();
}
void raddle_w___VERIFIER_assume(int condition) {
    raddle_enter("__VERIFIER_assume", 0, 0);
    raddle_assumed(condition);
    raddle_drain();
}
void raddle_w_raddle_await(int condition) {
    raddle_enter("raddle_await", 0, 0);
    if (!condition)
        raddle_go_on_waiting();
    raddle_drain();
}
static void raddle_checked(const char *kind, int condition) {
    if (condition)
        return;
    const char *where = raddle_self ? raddle_here(raddle_self) : "";
    fprintf(stderr, "raddle: %s failed at %s\n", kind, where);
    raddle_fail(kind, raddle_line_of(where), where, "condition is false");
}
void raddle_w_raddle_check(int condition) {
    raddle_enter("raddle_check", 0, 0);
    raddle_checked("check", condition);
    raddle_drain();
}
void raddle_w_raddle_invariant(int (*condition)(void)) {
    raddle_enter("raddle_invariant", 0, 0);
    if (raddle_self && raddle_invariant_count < RADDLE_MOST_INVARIANTS) {
        raddle_invariants[raddle_invariant_count].condition = condition;
        raddle_invariants[raddle_invariant_count].where = raddle_here(raddle_self);
        raddle_invariant_count++;
        raddle_judge(raddle_self);
    }
    raddle_drain();
}
void raddle_w_raddle_print(const char *label, long value) {
    raddle_enter("raddle_print", 0, 0);
    fprintf(stderr, "%s = %ld\n", label, value);
    raddle_drain();
}
static void raddle_begin_section(void) {
    if (raddle_self)
        raddle_self->sections++;
}
static void raddle_end_section(void) {
    if (raddle_self && raddle_self->sections)
        raddle_self->sections--;
}
#define RADDLE_SECTION(NAME, DO)            \
    void raddle_w_##NAME(void) {            \
        raddle_enter(#NAME, 0, 0);          \
        DO();                               \
        raddle_drain();                     \
    }
RADDLE_SECTION(raddle_atomic_begin, raddle_begin_section)
RADDLE_SECTION(raddle_atomic_end, raddle_end_section)
RADDLE_SECTION(__VERIFIER_atomic_begin, raddle_begin_section)
RADDLE_SECTION(__VERIFIER_atomic_end, raddle_end_section)

void raddle_w___assert_fail(const char *text, const char *file, unsigned line, const char *function) {
    raddle_enter("assert", 0, 0);
    raddle_fail("assertion", line, file, text);
    fprintf(stderr, "%s:%u: %s: Assertion `%s' failed.\n", file, line, function ? function : "?", text);
    raddle_ending = 1;
    abort();
}
#ifndef RADDLE_STANDALONE
/* Inserted before a call of reach_error, whoever defines it. */
void raddle_reached_error(unsigned site) {
    if (raddle_self)
        raddle_self->site = site;
    raddle_fail("reach-error", raddle_line_of(raddle_sites[site]), raddle_sites[site], "reach_error is called");
    fprintf(stderr, "raddle: reach_error is called\n");
    raddle_ending = 1;
    abort();
}
#endif
void raddle_w_reach_error(void) {
    raddle_fail("reach-error", 0, "", "reach_error is called");
    fprintf(stderr, "raddle: reach_error is called\n");
    raddle_ending = 1;
    abort();
}
void raddle_w___VERIFIER_error(void) {
    raddle_w_reach_error();
}

/* -- numbers from the library ------------------------------------------------------------------------------------- */

/* What these functions remember belongs to all threads. */
static char raddle_hidden;
#define RADDLE_REMEMBERED(NAME, TYPE)                         \
    TYPE raddle_w_##NAME(void) {                              \
        int taken = raddle_enter(#NAME, 0, 0);                \
        raddle_touch(&raddle_hidden, 1, 1, taken);            \
        int32_t value = (int32_t)raddle_input(#NAME, 4);      \
        raddle_drain();                                       \
        return value;                                         \
    }
RADDLE_REMEMBERED(rand, int)
RADDLE_REMEMBERED(lrand48, long)
RADDLE_REMEMBERED(mrand48, long)
#define RADDLE_NUMBER(NAME, TYPE, PARAMETERS)                 \
    TYPE raddle_w_##NAME PARAMETERS {                         \
        raddle_enter(#NAME, 0, 0);                            \
        uint64_t value = raddle_input(#NAME, 4);              \
        raddle_drain();                                       \
        return (TYPE)value;                                   \
    }
RADDLE_NUMBER(random, long, (void))
RADDLE_NUMBER(arc4random, uint32_t, (void))
RADDLE_NUMBER(arc4random_uniform, uint32_t, (uint32_t below))
RADDLE_NUMBER(isatty, int, (int descriptor))
int raddle_w_rand_r(unsigned *seed) {
    int taken = raddle_enter("rand_r", 0, 0);
    raddle_touch(seed, sizeof *seed, 1, taken);
    int value = (int)raddle_input("rand_r", 4);
    raddle_drain();
    return value;
}

/* -- clocks ------------------------------------------------------------------------------------------------------- */

time_t raddle_w_time(time_t *result) {
    int taken = raddle_enter("time", 0, 0);
    time_t now = (time_t)raddle_input("time", 8);
    if (result) {
        raddle_touch(result, sizeof *result, 1, taken);
        *result = now;
    }
    raddle_drain();
    return now;
}
clock_t raddle_w_clock(void) {
    raddle_enter("clock", 0, 0);
    clock_t now = (clock_t)raddle_input("clock", 8);
    raddle_drain();
    return now;
}
static void raddle_read_clock(const char *name, struct timespec *result) {
    int taken = raddle_enter(name, 0, 0);
    raddle_touch(result, sizeof *result, 1, taken);
    result->tv_sec = (time_t)raddle_input("time", 8);
    result->tv_nsec = (long)raddle_input("time_fraction", 8);
    raddle_drain();
}
int raddle_w_clock_gettime(clockid_t clock, struct timespec *result) {
    struct timespec probe;
    if (clock_gettime(clock, &probe) != 0)
        return -1;
    raddle_read_clock("clock_gettime", result);
    return 0;
}
int raddle_w_timespec_get(struct timespec *result, int base) {
    raddle_read_clock("timespec_get", result);
    return base;
}
/* A struct timeval has the same layout. */
int raddle_w_gettimeofday(struct timespec *result, void *zone) {
    (void)zone;
    raddle_read_clock("gettimeofday", result);
    return 0;
}

/* -- standard input ----------------------------------------------------------------------------------------------- */

/* How much a single read of standard input gets is up to the system. Others are what the program made itself, or files that were laid out. */
ssize_t raddle_w_read(int descriptor, void *memory, size_t size) {
    int taken = raddle_enter("read", 0, 0);
    if (descriptor != 0) {
        ssize_t all = read(descriptor, memory, size);
        raddle_touch(memory, all > 0 ? (size_t)all : 0, 1, taken);
        raddle_drain();
        return all;
    }
    uint64_t count = raddle_input("read", 8);
    if (count > size)
        raddle_diverge("thread %u reads %zu bytes where the recorded run read %zu", raddle_self->id, size, (size_t)count);
    raddle_touch(memory, count, 1, taken);
    ssize_t got = read(descriptor, memory, count);
    raddle_drain();
    return got;
}

/* -- what nobody defines ------------------------------------------------------------------------------------------ */

/* The result of a function that has no definition: an input of the recorded run. */
static uint64_t raddle_undefined(const char *name) {
    raddle_say("undefined\t%s\n", name);
    fprintf(stderr, "raddle: %s is called, which nobody defines\n", name);
    return raddle_input(name, 8);
}
