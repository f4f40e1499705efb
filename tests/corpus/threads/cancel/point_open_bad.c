// Opening a file: a thread that was cancelled ends there, and does not get to what follows.
//@ property: assert race deadlock
//@ verdict: unsafe
#include <fcntl.h>
#include <assert.h>
#include <pthread.h>

static int done;

static void *work(void *unused)
{
    open("settings", O_RDONLY);
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
