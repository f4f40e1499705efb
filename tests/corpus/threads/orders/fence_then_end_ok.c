// What a thread acquired by its last fence is handed on to who joins it.
//@ property: race
//@ verdict: safe
//@ revisions: none dpor none_summaries dpor_summaries
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
//@[none_summaries] flags: --reduce=none --summaries=on
//@[dpor_summaries] flags: --reduce=dpor --summaries=on
#include <pthread.h>
#include <stdatomic.h>

atomic_int flag;
int data;

static void *writer(void *unused)
{
    data = 1;
    atomic_store_explicit(&flag, 1, memory_order_release);
    return unused;
}

static int found;

static void *reader(void *unused)
{
    int seen = atomic_load_explicit(&flag, memory_order_relaxed);
    atomic_thread_fence(memory_order_acquire);
    found = seen;
    return unused;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, writer, 0);
    pthread_create(&second, 0, reader, 0);
    pthread_join(second, 0);
    if (found == 1)
        data = 2;
    pthread_join(first, 0);
    return 0;
}
