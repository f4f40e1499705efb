// A section that reads what another section wrote is ordered behind it, with everything before.
//@ verdict: safe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>
#include <raddle.h>

int data, ready;

static void *writer(void *unused)
{
    data = 1;
    raddle_atomic_begin();
    ready = 1;
    raddle_atomic_end();
    return unused;
}

static void *reader(void *unused)
{
    raddle_atomic_begin();
    int seen = ready;
    raddle_atomic_end();
    if (seen)
        assert(data == 1);
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
