// N setters change a pair in two steps, a checker may look in between.
//@ verdict: unsafe
//@ family: N=1..2
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int a, b;

static void *set(void *unused)
{
    a = 1;
    b = -1;
    return unused;
}

static void *check(void *unused)
{
    int left = a, right = b;
    assert((left == 0 && right == 0) || (left == 1 && right == -1)); //~ FINDING assertion
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
