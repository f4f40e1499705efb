// The flag is stored before the data.
//@ verdict: unsafe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int ready;
int data;

static void *writer(void *unused)
{
    atomic_store(&ready, 1);
    data = 42; //~ FINDING data-race
    return unused;
}

static void *reader(void *unused)
{
    if (atomic_load(&ready))
        assert(data == 42); //~ FINDING assertion
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
