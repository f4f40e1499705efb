// A read-modify-write by another thread continues the chain: who reads its value is ordered behind the data.
//@ verdict: safe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int flag;
int data;

static void *writer(void *unused)
{
    data = 1;
    atomic_store(&flag, 1);
    return unused;
}

static void *adder(void *unused)
{
    atomic_fetch_add(&flag, 10);
    return unused;
}

static void *reader(void *unused)
{
    if (atomic_load(&flag) == 11)
        assert(data == 1);
    return unused;
}

int main(void)
{
    pthread_t one, two, three;
    pthread_create(&one, 0, writer, 0);
    pthread_create(&two, 0, adder, 0);
    pthread_create(&three, 0, reader, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    pthread_join(three, 0);
    return 0;
}
