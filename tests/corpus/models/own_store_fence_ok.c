// A relaxed store may take effect before an older one of another thread. The acquire fence behind it says that the other one is there, and whatever is written plainly then comes last.
//@ verdict: safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int value, told;

static void *tells(void *unused)
{
    atomic_store_explicit(&value, 5, memory_order_relaxed);
    atomic_store_explicit(&told, 1, memory_order_release);
    return unused;
}

static void *stores(void *unused)
{
    if (atomic_load_explicit(&told, memory_order_relaxed)) {
        atomic_store_explicit(&value, 1, memory_order_relaxed);
        atomic_thread_fence(memory_order_acquire);
        int seen = *(int *)&value;
        assert(seen == 1 || seen == 5);
        *(int *)&value = 2;
        assert(atomic_load_explicit(&value, memory_order_relaxed) == 2);
    }
    return unused;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, tells, 0);
    pthread_create(&two, 0, stores, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
