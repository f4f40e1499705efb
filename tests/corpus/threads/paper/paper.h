// What the programs of this directory share: they are written so that one step here is one transition of the papers, and so
// that creating threads adds none.
#include <pthread.h>
#include <raddle.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

// Everything in the parentheses is one step.
#define STEP(...) do { raddle_atomic_begin(); __VA_ARGS__; raddle_atomic_end(); } while (0)

// Creates a thread; main does so in one atomic section in which it also ends.
static inline void start(void *(*body)(void *), long argument)
{
    pthread_t thread;
    pthread_create(&thread, 0, body, (void *)argument);
}
