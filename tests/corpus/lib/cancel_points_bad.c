// A thread that is cancelled at a test did not get to its work.
//@ property: assert
//@ verdict: unsafe
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t never;
static int finished;

static void *wait_for_ever(void *unused)
{
    sem_wait(&never);
    return unused;
}

static void *refuse(void *unused)
{

    pthread_testcancel();
    finished = 1;
    return unused;
}

int main(void)
{
    pthread_t a, b;
    void *first, *second;
    sem_init(&never, 0, 0);
    pthread_create(&a, NULL, wait_for_ever, NULL);
    pthread_create(&b, NULL, refuse, NULL);
    pthread_cancel(a);
    pthread_cancel(b);
    pthread_join(a, &first);
    pthread_join(b, &second);
    assert(first == PTHREAD_CANCELED && second == NULL && finished == 1); //~ FINDING assert
    return 0;
}
