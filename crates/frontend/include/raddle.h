/*
 * raddle.h - what a program can say to Raddle.
 *
 * Declarations only: under Raddle each function has the meaning given here. To run the same program
 * natively, link it with your own definitions (an assumption that exits, a check that prints, ...).
 */
#ifndef RADDLE_H
#define RADDLE_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The `size` bytes at `object` get an arbitrary value, shown under `name` in reports. */
void raddle_make_symbolic(void *object, size_t size, const char *name);

/* Runs in which `condition` is zero are not considered any further. */
void raddle_assume(int condition);

/* Blocks the calling thread until `condition` can be nonzero; reading it and going on is one step. */
void raddle_await(int condition);

/* What a thread does between the two happens in one step, as far as other threads can see. */
void raddle_atomic_begin(void);
void raddle_atomic_end(void);

/* A property that must hold here. Unlike assert(), the run goes on if it does not. */
void raddle_check(int condition);

/* States that `condition` holds whenever control is here; used by proofs, checked like raddle_check. */
void raddle_invariant(int condition);

/* Shows `label` and `value` in traces that pass here. */
void raddle_print(const char *label, long value);

#ifdef __cplusplus
}
#endif

#endif
