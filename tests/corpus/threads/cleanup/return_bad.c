// A thread returns between push and pop, which is undefined: the handler would be called in a function that is gone.
//@ verdict: unsafe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <pthread.h>

static void handler(void *unused)
{
    (void)unused;
}

static void *work(void *unused)
{
    pthread_cleanup_push(handler, 0);
    if (unused == 0)
        return 0;
    pthread_cleanup_pop(1);
    return unused;
} //~ FINDING memory-library-misuse

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    pthread_join(thread, 0);
    return 0;
}
