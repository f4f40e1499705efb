// Decrements release, and who ends the object acquires by a fence.
//@ property: race
//@ verdict: safe
//@ revisions: none dpor none_summaries dpor_summaries
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
//@[none_summaries] flags: --reduce=none --summaries=on
//@[dpor_summaries] flags: --reduce=dpor --summaries=on
#include <pthread.h>
#include <stdatomic.h>

struct shared {
    atomic_int count;
    int content;
};

static struct shared object = {2, 7};

static void drop(void)
{
    if (atomic_fetch_sub_explicit(&object.count, 1, memory_order_release) == 1) {
        atomic_thread_fence(memory_order_acquire);
        object.content = -1;
    }
}

static void *user(void *unused)
{
    int seen = object.content;
    (void)seen;
    drop();
    return unused;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, user, 0);
    pthread_create(&second, 0, user, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
