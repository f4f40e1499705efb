// Waiting for a semaphore for some time: a thread that was cancelled ends there, and does not get to what follows.
//@ property: assert race deadlock
//@ verdict: unsafe
#include <semaphore.h>
#include <time.h>

#include <assert.h>
#include <pthread.h>

static sem_t semaphore;
static struct timespec soon;
static int done;

static void *work(void *unused)
{
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
    assert(done);  //~ FINDING assertion
    return 0;
}
