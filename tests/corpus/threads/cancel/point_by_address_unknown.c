// A cancellation point that is called by its address: that a cancelled thread ends there is not followed, and is said.
//@ property: assert race deadlock
//@ verdict: unknown
//@ vacuous: none
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int (*end)(int) = close;
static int done;

static void *work(void *unused)
{
    end(7);
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
