// Two producers and two consumers share a buffer of two places; each comes twice, and main waits for them in turn. Threads of either kind may change
// names, whichever of them main joins first and whichever a signal wakes.
//@ verdict: safe
//@ revisions: default
//@[default] states: <= 7000
#include <assert.h>
#include <pthread.h>

#define PLACES 2
#define THREADS 2
#define N 2

int buffer[PLACES], count, in, out, sum;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t not_full = PTHREAD_COND_INITIALIZER, not_empty = PTHREAD_COND_INITIALIZER;

void *produce(void *unused) {
    for (int i = 0; i < N; i++) {
        pthread_mutex_lock(&lock);
        while (count == PLACES)
            pthread_cond_wait(&not_full, &lock);
        buffer[in] = 1;
        in = (in + 1) % PLACES;
        count++;
        pthread_cond_signal(&not_empty);
        pthread_mutex_unlock(&lock);
    }
    return 0;
}

void *consume(void *unused) {
    for (int i = 0; i < N; i++) {
        pthread_mutex_lock(&lock);
        while (count == 0)
            pthread_cond_wait(&not_empty, &lock);
        sum += buffer[out];
        out = (out + 1) % PLACES;
        count--;
        pthread_cond_signal(&not_full);
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
