// Two producers and a consumer with counting semaphores and a lock.
//@ verdict: safe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

sem_t items, places;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int buffer[2], count, sum;

static void *produce(void *argument)
{
    sem_wait(&places);
    pthread_mutex_lock(&m);
    buffer[count++] = (int)(long)argument;
    pthread_mutex_unlock(&m);
    sem_post(&items);
    return 0;
}

static void *consume(void *unused)
{
    for (int k = 0; k < 2; k++) {
        sem_wait(&items);
        pthread_mutex_lock(&m);
        sum += buffer[--count];
        pthread_mutex_unlock(&m);
        sem_post(&places);
    }
    return unused;
}

int main(void)
{
    pthread_t one, two, three;
    sem_init(&items, 0, 0);
    sem_init(&places, 0, 1);
    pthread_create(&one, 0, produce, (void *)1L);
    pthread_create(&two, 0, produce, (void *)2L);
    pthread_create(&three, 0, consume, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    pthread_join(three, 0);
    assert(sum == 3 && count == 0);
    return 0;
}
