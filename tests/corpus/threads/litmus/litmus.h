// What the litmus programs share.
#include <pthread.h>
#include <raddle.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

// Everything in the parentheses is one step.
#define STEP(...) do { raddle_atomic_begin(); __VA_ARGS__; raddle_atomic_end(); } while (0)

// One step that waits until the condition holds.
#define AWAIT(condition) STEP(raddle_await(condition))

// An input of a small range. With -DEACH every value is a path of its own, so that runs can be counted exactly.
static inline int input(int low, int high)
{
    int value = __VERIFIER_nondet_int();
    __VERIFIER_assume(low <= value && value <= high);
#ifdef EACH
    for (int k = low; k < high; k++)
        if (value == k)
            return k;
    return high;
#else
    return value;
#endif
}

// Creates a thread; most programs do so in one atomic section in which main also ends, so that creation adds no interleavings.
static inline void start(void *(*body)(void *))
{
    pthread_t thread;
    pthread_create(&thread, 0, body, 0);
}
