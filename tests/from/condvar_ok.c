// A consumer that waits for a signal is woken by the producer.
// from: --at T1=30 --waiting T2=19,25 -p assert,deadlock
// verdict: unknown
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static int items;

static void take(void)
{
    pthread_mutex_lock(&lock);
    while (items == 0)
    {
        /* The wait gives the lock back and takes it again. */

        pthread_cond_wait(&filled, &lock);
    }
    items--;
    pthread_mutex_unlock(&lock);
}

static void *consumer(void *unused) { take(); return unused; }

static void *producer(void *unused)
{
    pthread_mutex_lock(&lock);
    items++;
    pthread_cond_signal(&filled);
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, producer, 0);
    pthread_create(&second, 0, consumer, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
