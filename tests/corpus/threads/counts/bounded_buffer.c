// Two producers and two consumers share a buffer of two places, one round each. All that they do is done under one lock, so
// a trace is the order in which they get it, and whom each signal wakes. Without spurious wake-ups there are 60 of them: 48 if signals wake
// whoever has waited longest, and 12 more because they may wake the other one. A spurious wake-up shows something else only where
// a consumer goes on after a signal that went to the other one: 16 more.
//@ verdict: safe
//@ flags: --reduce=dpor --summaries=off
//@ full_runs: 76
//@ blocked_runs: 0
#include <assert.h>
#include <pthread.h>

#define PLACES 2

int places[PLACES], count, in, out, sum;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t room = PTHREAD_COND_INITIALIZER, goods = PTHREAD_COND_INITIALIZER;

static void *produce(void *unused)
{
    pthread_mutex_lock(&lock);
    while (count == PLACES)
        pthread_cond_wait(&room, &lock);
    places[in] = 1;
    in = (in + 1) % PLACES;
    count++;
    pthread_cond_signal(&goods);
    pthread_mutex_unlock(&lock);
    return 0;
}

static void *consume(void *unused)
{
    pthread_mutex_lock(&lock);
    while (count == 0)
        pthread_cond_wait(&goods, &lock);
    sum += places[out];
    out = (out + 1) % PLACES;
    count--;
    pthread_cond_signal(&room);
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void)
{
    pthread_t producers[2], consumers[2];
    for (int i = 0; i < 2; i++) {
        pthread_create(&producers[i], 0, produce, 0);
        pthread_create(&consumers[i], 0, consume, 0);
    }
    for (int i = 0; i < 2; i++) {
        pthread_join(producers[i], 0);
        pthread_join(consumers[i], 0);
    }
    assert(count == 0 && sum == 2);
    return 0;
}
