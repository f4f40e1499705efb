/* N threads put four messages each into a hash table of 128 places by compare-and-exchange. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifndef N
#define N 12
#endif
#define SIZE 128
#define MAX 4
atomic_int table[SIZE];
static void *put(void *p) {
    int me = (int)(long)p;
    for (int m = 1; m <= MAX; m++) {
        int message = m * 11 + me;
        int at = (message * 7) % SIZE;
        int tries = 0;
        int empty = 0;
        while (!atomic_compare_exchange_strong_explicit(&table[at], &empty, message, memory_order_seq_cst, memory_order_seq_cst)) {
            at = (at + 1) % SIZE;
            empty = 0;
            tries++;
        }
        assert(tries < SIZE);
    }
    return 0;
}
int main(void) {
    pthread_t t[N];
    for (long k = 0; k < N; k++)
        pthread_create(&t[k], 0, put, (void *)k);
    for (int k = 0; k < N; k++)
        pthread_join(t[k], 0);
    return 0;
}
