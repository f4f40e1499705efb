// from: --at main=44 --waiting T2=18 --at T3=30
// verdict: unsafe
// Whoever waits at the first queue is not woken by a signal to the second one, which is given in a later round.
#include <assert.h>
#include <pthread.h>

struct queue {
    int ready;
    pthread_cond_t changed;
};
static struct queue first = {0, PTHREAD_COND_INITIALIZER}, second = {0, PTHREAD_COND_INITIALIZER};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *wait(void *unused)
{
    pthread_mutex_lock(&lock);
    while (!first.ready)
        pthread_cond_wait(&first.changed, &lock);
    pthread_mutex_unlock(&lock);
    return unused;
}

static void *serve(void *unused)
{
    struct queue *queue = &first;
    for (;;) {
        pthread_mutex_lock(&lock);
        pthread_cond_broadcast(&queue->changed);
        pthread_mutex_unlock(&lock);
        pthread_mutex_lock(&lock);
        assert(queue == &first || !first.ready);
        queue->ready = 1;
        pthread_mutex_unlock(&lock);
        queue = &second;
    }
    return unused;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, wait, 0);
    pthread_create(&two, 0, serve, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
