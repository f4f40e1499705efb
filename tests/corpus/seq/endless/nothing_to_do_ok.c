// After its threads have ended, main does nothing for ever.
//@ verdict: safe
#include <assert.h>
#include <pthread.h>

static int done;

static void *work(void *unused)
{
    done = 1;
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    pthread_join(thread, 0);
    assert(done);
    for (int i = 0;; i = (i + 1) % 7)
        ;
}
