// Waiting for a semaphore for some time: a thread that cannot be cancelled goes on.
//@ property: assert race deadlock
//@ verdict: safe
#include <semaphore.h>
#include <time.h>

#include <assert.h>
#include <pthread.h>

static sem_t semaphore;
static struct timespec soon;
static int done;

static void *work(void *unused)
{
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
    sem_timedwait(&semaphore, &soon);
    done = 1;
    return unused;
}

int main(void)
{
    pthread_t thread;
    sem_init(&semaphore, 0, 0);
    pthread_create(&thread, NULL, work, NULL);
    pthread_cancel(thread);
    pthread_join(thread, NULL);
    assert(done);
    return 0;
}
