// Two producers and two consumers share a buffer of one place. They all wait with one condition variable, and a signal may wake the wrong one.
// A producer and a consumer are left then. Whom of them main waits for is a matter of symmetry, so one of the two places stands for both.
//@ verdict: unsafe
//@ revisions: default
#include <assert.h>
#include <pthread.h>

#define PLACES 1
#define THREADS 2
#define N 1

int buffer[PLACES], count, in, out, sum;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

void *produce(void *unused) {
    for (int i = 0; i < N; i++) {
        pthread_mutex_lock(&lock);
        while (count == PLACES)
            pthread_cond_wait(&changed, &lock);  //~ FINDING deadlock
        buffer[in] = 1;
        in = (in + 1) % PLACES;
        count++;
        pthread_cond_signal(&changed);
        pthread_mutex_unlock(&lock);
    }
    return 0;
}

void *consume(void *unused) {
    for (int i = 0; i < N; i++) {
        pthread_mutex_lock(&lock);
        while (count == 0)
            pthread_cond_wait(&changed, &lock);
        sum += buffer[out];
        out = (out + 1) % PLACES;
        count--;
        pthread_cond_signal(&changed);
        pthread_mutex_unlock(&lock);
    }
    return 0;
}

int main(void) {
    pthread_t producers[THREADS], consumers[THREADS];
    for (int i = 0; i < THREADS; i++) {
        pthread_create(&producers[i], 0, produce, 0);
        pthread_create(&consumers[i], 0, consume, 0);
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(producers[i], 0);
        pthread_join(consumers[i], 0);
    }
    assert(count == 0 && sum == THREADS * N);
    return 0;
}
