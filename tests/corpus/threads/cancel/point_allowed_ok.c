// Functions on streams need not be cancellation points, and a report says that they were taken for none.
//@ property: assert race deadlock
//@ verdict: safe
//@ assumption: A0272
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static int done;

static void *work(void *unused)
{
    printf("working\n");
    done = 1;
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    pthread_cancel(thread);
    pthread_join(thread, NULL);
    assert(done);
    return 0;
}
