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

/*
 * From here on `condition()` must not be zero in any state of any run: it is evaluated here, and behind every write of any
 * thread to what it reads. It takes global variables by name, and computes. An atomic section is one step.
 */
void raddle_invariant(int (*condition)(void));

/*
 * At the beginning of a function: what its callers have to see to. `raddle check --function` takes it for granted, as if it stood
 * behind --where, in the same language: C, and size(p), null(p), string(p), aliases(p, q), acyclic(p, member). Macros are those of
 * the program. It is not compiled,
 * and has no meaning where the function is called by others.
 */
void raddle_requires_text(const char *condition, const char *expanded);
#define raddle_requires_expanded(...) #__VA_ARGS__
#define raddle_requires(...) raddle_requires_text(#__VA_ARGS__, raddle_requires_expanded(__VA_ARGS__))

/* Shows `label` and `value` in traces that pass here. */
void raddle_print(const char *label, long value);

/*
 * For `raddle bound`; without meaning elsewhere.
 *
 * raddle_tick: this costs `amount`. raddle_acquire and raddle_release: from here on this much more, or less,
 * is held of something that is given back. Amounts are not negative.
 */
void raddle_tick(long amount);
void raddle_acquire(long amount);
void raddle_release(long amount);

/*
 * Counters, and assertions about them. RADDLE_COUNT(c) adds one to the counter c, RADDLE_RESET(c) makes it zero;
 * all are zero at the start. RADDLE_ASSUME_COUNT(expression) states what is known of counters when control
 * is there, e.g. RADDLE_ASSUME_COUNT(swaps <= 3): paths that contradict it are not considered. It is taken for granted, not
 * checked. The expression is over counters and integer constants, with the operators of C and abs().
 */
void raddle_count(const char *counter);
void raddle_reset(const char *counter);
void raddle_assume_count(const char *condition);
#define RADDLE_COUNT(counter) raddle_count(#counter)
#define RADDLE_RESET(counter) raddle_reset(#counter)
#define RADDLE_TEXT(expression) #expression
#define RADDLE_ASSUME_COUNT(expression) raddle_assume_count(RADDLE_TEXT(expression))

#ifdef __cplusplus
}
#endif

#endif
