// N setters change a pair under a lock, the checker looks under the same lock.
//@ verdict: safe
//@ family: N=1..2
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int a, b;

static void *set(void *unused)
{
    pthread_mutex_lock(&m);
    a = 1;
    b = -1;
    pthread_mutex_unlock(&m);
    return unused;
}

static void *check(void *unused)
{
    pthread_mutex_lock(&m);
    int left = a, right = b;
    pthread_mutex_unlock(&m);
    assert((left == 0 && right == 0) || (left == 1 && right == -1));
    return unused;
}

int main(void)
{
    pthread_t setter[N], checker;
    for (int k = 0; k < N; k++)
        pthread_create(&setter[k], 0, set, 0);
    pthread_create(&checker, 0, check, 0);
    for (int k = 0; k < N; k++)
        pthread_join(setter[k], 0);
    pthread_join(checker, 0);
    return 0;
}
