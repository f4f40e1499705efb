// Output to a descriptor: a thread that was cancelled ends there, and does not get to what follows.
//@ property: assert race deadlock
//@ verdict: unsafe
#include <unistd.h>
#include <assert.h>
#include <pthread.h>

static int done;

static void *work(void *unused)
{
    write(1, "x", 1);
    done = 1;
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    pthread_cancel(thread);
    pthread_join(thread, NULL);
    assert(done);  //~ FINDING assertion
    return 0;
}
