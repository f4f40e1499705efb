// A thread that goes round for ever without touching what the others use must not keep them from being seen.
//@ verdict: unsafe
//@ property: assert
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=on
//@[dpor] flags: --reduce=dpor --summaries=on
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int ticks, x;

static void *runner(void *unused)
{
    for (;;)
        ticks = 1 - ticks;
    return unused;
}

static void *writer(void *unused)
{
    x = 1;
    return unused;
}

static void *reader(void *unused)
{
    assert(x == 0);  //~ FINDING assertion
    return unused;
}

int main(void)
{
    pthread_t threads[3];
    pthread_create(&threads[0], 0, runner, 0);
    pthread_create(&threads[1], 0, writer, 0);
    pthread_create(&threads[2], 0, reader, 0);
    pthread_exit(0);
}
