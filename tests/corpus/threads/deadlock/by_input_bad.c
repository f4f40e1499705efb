// The order of the locks depends on two inputs; it is a deadlock only if they differ.
//@ verdict: unsafe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

pthread_mutex_t lock[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
int first_lock[2];

static void *work(void *argument)
{
    int k = first_lock[(long)argument];
    pthread_mutex_lock(&lock[k]);
    pthread_mutex_lock(&lock[1 - k]); //~ FINDING deadlock
    pthread_mutex_unlock(&lock[1 - k]);
    pthread_mutex_unlock(&lock[k]);
    return 0;
}

int main(void)
{
    pthread_t one, two;
    first_lock[0] = __VERIFIER_nondet_int() > 0;
    first_lock[1] = __VERIFIER_nondet_int() > 0;
    pthread_create(&one, 0, work, (void *)0L);
    pthread_create(&two, 0, work, (void *)1L);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
