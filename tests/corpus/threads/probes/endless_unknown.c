// A worker goes round for ever and counts, and the count is looked at. No bound is known, so nothing is known: the reasons say which loop it is.
//@ verdict: unknown
//@ flags: --time 4
//@ reason: U0103 U0150
//@ output: goes round the loop at line 14
//@ output: --max-steps
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
unsigned long rounds;

void *worker(void *unused) {
    for (;;) {
        pthread_mutex_lock(&m);
        rounds++;
        assert(rounds != 0);
        pthread_mutex_unlock(&m);
    }
}

int main(void) {
    pthread_t t[2];
    pthread_create(&t[0], NULL, worker, NULL);
    pthread_create(&t[1], NULL, worker, NULL);
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
    return 0;
}
