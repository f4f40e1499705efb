// Opening a file: a thread that cannot be cancelled goes on.
//@ property: assert race deadlock
//@ verdict: safe
#include <fcntl.h>
#include <assert.h>
#include <pthread.h>

static int done;

static void *work(void *unused)
{
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
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
    assert(done);
    return 0;
}
