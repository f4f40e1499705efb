// pthread_self in the thread is what pthread_create gave, and differs from main's.
//@ verdict: safe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>

pthread_t reported;

static void *work(void *unused)
{
    reported = pthread_self();
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    pthread_join(thread, 0);
    assert(pthread_equal(thread, reported));
    assert(!pthread_equal(thread, pthread_self()));
    return 0;
}
