// An exchange that succeeds for one input only: there it writes, and races.
//@ property: race
//@ verdict: unsafe
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
static int level;

static void *look(void *value)
{
    int expected = *(int *)value;
    __atomic_compare_exchange_n(&level, &expected, 7, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED); //~ FINDING data-race
    return 0;
}

int main(void)
{
    pthread_t thread;
    int value = __VERIFIER_nondet_int();
    pthread_create(&thread, 0, look, &value);
    int seen = level; //~ RELATED race
    pthread_join(thread, 0);
    return seen;
}
