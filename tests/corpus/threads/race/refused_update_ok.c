// An exchange that is refused only reads, and races with no read; that it is refused depends on an input.
//@ property: race
//@ verdict: safe
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
static int level;

static void *look(void *value)
{
    int expected = *(int *)value;
    if (expected != 0)
        __atomic_compare_exchange_n(&level, &expected, 7, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
    return 0;
}

int main(void)
{
    pthread_t thread;
    int value = __VERIFIER_nondet_int();
    pthread_create(&thread, 0, look, &value);
    int seen = level;
    pthread_join(thread, 0);
    return seen;
}
