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
/* A file that the program asks for by name; without a size there is none. */
struct raddle_given_file {
    const char *name, *bytes;
    long size;
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

/* An operation of whichever thread a schedule means by a number. */
struct raddle_operation {
    unsigned thread, site, kind;
    const char *where;
};
/* Operations of an epoch in their order, and the epoch behind them; 0 is none. */
struct raddle_schedule {
    unsigned epoch;
    size_t first, count;
    unsigned next;
};
/* Where a thread stands when an epoch begins: before the operation at a site, or anywhere, which is a site that there is not. */
struct raddle_place {
    unsigned epoch;
    int is_main;
    unsigned site;
};

/* The program's own main; it may take no arguments. */
int raddle_program_main();

