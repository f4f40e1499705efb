// The order of the locks depends on one input, the same for both threads.
//@ verdict: safe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

pthread_mutex_t lock[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
int first_lock;

static void *work(void *unused)
{
    int k = first_lock;
    pthread_mutex_lock(&lock[k]);
    pthread_mutex_lock(&lock[1 - k]);
    pthread_mutex_unlock(&lock[1 - k]);
    pthread_mutex_unlock(&lock[k]);
    return unused;
}

int main(void)
{
    pthread_t one, two;
    first_lock = __VERIFIER_nondet_int() > 0;
    pthread_create(&one, 0, work, 0);
    pthread_create(&two, 0, work, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
