// A record with atomic members is cleared as a whole: who is told of that sees nothing older.
//@ verdict: safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

static struct {
    atomic_int count, total;
} record;
static atomic_int cleared;

static void *clears(void *unused)
{
    atomic_store_explicit(&record.count, 1, memory_order_relaxed);
    atomic_store_explicit(&record.total, 1, memory_order_relaxed);
    memset(&record, 0, sizeof record);
    atomic_store_explicit(&cleared, 1, memory_order_release);
    return unused;
}

static void *writes(void *unused)
{
    if (atomic_load_explicit(&cleared, memory_order_acquire))
        atomic_store_explicit(&record.total, 9, memory_order_relaxed);
    return unused;
}

static void *reads(void *unused)
{
    if (atomic_load_explicit(&cleared, memory_order_acquire)) {
        int seen = atomic_load_explicit(&record.total, memory_order_relaxed);
        assert(seen == 0 || seen == 9);
    }
    return unused;
}

int main(void)
{
    pthread_t one, two, three;
    pthread_create(&one, 0, clears, 0);
    pthread_create(&two, 0, writes, 0);
    pthread_create(&three, 0, reads, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    pthread_join(three, 0);
    return 0;
}
