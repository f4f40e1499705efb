#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

/* Kinds of operations. */
enum { RADDLE_READ, RADDLE_WRITE, RADDLE_ATOMIC, RADDLE_BLOCK, RADDLE_CALL };

/* A thread is at its `occurrence`-th operation of a kind at a site, and that is the `hook`-th hook it meets. */
struct raddle_step {
    unsigned thread, site, kind, occurrence, hook;
    const char *where;
};
struct raddle_input {
    unsigned thread;
    const char *name;
    uint64_t value;
};
/* A variable of the environment. */
struct raddle_variable {
    const char *name, *value;
};
/* The `nth` thread that `parent` creates. */
struct raddle_path {
    unsigned parent, nth;
};

/* A thread that is to come to a line, or to the access at a site, which is the `hook`-th hook it meets. */
struct raddle_arrival {
    unsigned thread, target, site, hook;
    const char *where;
};

/* The program's own main; it may take no arguments. */
int raddle_program_main();

