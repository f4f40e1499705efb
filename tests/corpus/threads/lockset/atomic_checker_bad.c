// N threads count atomically, and one more looks at the counter in between: it is not always less than N.
//@ verdict: unsafe
//@ revisions: none dpor summaries
//@[none] flags: --reduce=none
//@[dpor] flags: --reduce=dpor --summaries=off
//@ family: N=3
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int count;

static void *add(void *unused)
{
    count++;
    return unused;
}

static void *look(void *unused)
{
    int seen = count;
    assert(0 <= seen && seen <= N - 1); //~ FINDING assertion
    return unused;
}

int main(void)
{
    pthread_t threads[N + 1];
    for (int i = 0; i < N; i++)
        pthread_create(&threads[i], 0, add, 0);
    pthread_create(&threads[N], 0, look, 0);
    for (int i = 0; i <= N; i++)
        pthread_join(threads[i], 0);
    return 0;
}
