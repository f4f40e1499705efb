// The lock of one slot does not protect the other; which slots are used depends on the inputs.
//@ verdict: unsafe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

pthread_mutex_t lock[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
int value, chosen[2];

static void *work(void *argument)
{
    int slot = chosen[(long)argument];
    pthread_mutex_lock(&lock[slot]);
    value++; //~ FINDING data-race
    pthread_mutex_unlock(&lock[slot]);
    return 0;
}

int main(void)
{
    pthread_t first, second;
    for (int k = 0; k < 2; k++) {
        chosen[k] = __VERIFIER_nondet_int();
        if (chosen[k] != 0 && chosen[k] != 1)
            return 0;
    }
    pthread_create(&first, 0, work, (void *)0L);
    pthread_create(&second, 0, work, (void *)1L);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
