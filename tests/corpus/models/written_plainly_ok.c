// A thread that has ended wrote an atomic member by memcpy: nobody who comes later sees what was there before.
//@ verdict: safe
//@ flags: --memory-model tso
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

static struct {
    atomic_int count, total;
} record;
static int seen;

static void *prepares(void *unused)
{
    int total = 2;
    memcpy((char *)&record + sizeof record.count, &total, sizeof total);
    return unused;
}

static void *stores(void *unused)
{
    atomic_store_explicit(&record.total, 1, memory_order_relaxed);
    return unused;
}

static void *loads(void *unused)
{
    seen = atomic_load_explicit(&record.total, memory_order_acquire);
    return unused;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, prepares, 0);
    pthread_join(one, 0);
    pthread_create(&one, 0, stores, 0);
    pthread_create(&two, 0, loads, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    assert(seen == 1 || seen == 2);
    return 0;
}
