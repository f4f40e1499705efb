// Each thread locks the mutex of its own slot, chosen by an input.
//@ verdict: safe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

pthread_mutex_t lock[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
int value[2], chosen;

static void *work(void *unused)
{
    pthread_mutex_lock(&lock[chosen]);
    value[chosen]++;
    pthread_mutex_unlock(&lock[chosen]);
    return unused;
}

int main(void)
{
    pthread_t first, second;
    chosen = __VERIFIER_nondet_int();
    if (chosen != 0 && chosen != 1)
        return 0;
    pthread_create(&first, 0, work, 0);
    pthread_create(&second, 0, work, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    assert(value[chosen] == 2);
    return 0;
}
