// An update that writes what was there tells nobody that it happened: the relaxed store of another variable does not order it.
//@ property: race
//@ verdict: unsafe
//@ revisions: none dpor none_summaries dpor_summaries
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
//@[none_summaries] flags: --reduce=none --summaries=on
//@[dpor_summaries] flags: --reduce=dpor --summaries=on
#include <pthread.h>
#include <stdatomic.h>

atomic_int flag;
int data;

static atomic_int done;

static void *writer(void *unused)
{
    data = 1; //~ FINDING data-race
    atomic_fetch_add_explicit(&flag, 0, memory_order_release);
    atomic_store_explicit(&done, 1, memory_order_relaxed);
    return unused;
}

static void *reader(void *unused)
{
    if (atomic_load_explicit(&done, memory_order_relaxed) == 1) {
        int seen = atomic_load_explicit(&flag, memory_order_acquire);
        seen += data;
        (void)seen;
    }
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
