// The threads get the address of the loop counter and read it when it has moved on.
//@ verdict: unsafe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>

int seen[2];

static void *mark(void *argument)
{
    int k = *(int *)argument; //~ FINDING data-race
    if (k < 2)
        seen[k] = 1; //~ FINDING data-race
    return 0;
}

int main(void)
{
    pthread_t threads[2];
    int k;
    for (k = 0; k < 2; k++)
        pthread_create(&threads[k], 0, mark, &k);
    for (int j = 0; j < 2; j++)
        pthread_join(threads[j], 0);
    assert(seen[0] && seen[1]); //~ FINDING assertion
    return 0;
}
