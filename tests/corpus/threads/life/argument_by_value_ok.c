// Every thread gets its number by value.
//@ verdict: safe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>

int seen[3];

static void *mark(void *argument)
{
    seen[(long)argument] = 1;
    return 0;
}

int main(void)
{
    pthread_t threads[3];
    for (long k = 0; k < 3; k++)
        pthread_create(&threads[k], 0, mark, (void *)k);
    for (int k = 0; k < 3; k++)
        pthread_join(threads[k], 0);
    assert(seen[0] && seen[1] && seen[2]);
    return 0;
}
