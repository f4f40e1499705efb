// A thread waits for a flag in a variable of its own stack. The fence orders the end of the variable after the last access to it.
//@ property: race
//@ verdict: safe
//@ revisions: none dpor none_summaries dpor_summaries
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
//@[none_summaries] flags: --reduce=none --summaries=on
//@[dpor_summaries] flags: --reduce=dpor --summaries=on
#include <pthread.h>
#include <stdatomic.h>

struct completion {
    atomic_int done;
    int result;
};

static void *worker(void *argument)
{
    struct completion *completion = argument;
    completion->result = 3;
    atomic_store_explicit(&completion->done, 1, memory_order_release);
    return 0;
}

static void run(pthread_t *thread)
{
    struct completion completion = {0, 0};
    pthread_create(thread, 0, worker, &completion);
    while (atomic_load_explicit(&completion.done, memory_order_relaxed) == 0)
        ;
    atomic_thread_fence(memory_order_acquire);
}

int main(void)
{
    pthread_t thread;
    run(&thread);
    pthread_join(thread, 0);
    return 0;
}
