// The flag itself is a plain variable: under sequential consistency the data is right, but both accesses race.
//@ verdict: unsafe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>

int ready, data;

static void *writer(void *unused)
{
    data = 42; //~ FINDING data-race
    ready = 1; //~ FINDING data-race
    return unused;
}

static void *reader(void *unused)
{
    if (ready)
        assert(data == 42);
    return unused;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, writer, 0);
    pthread_create(&second, 0, reader, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
