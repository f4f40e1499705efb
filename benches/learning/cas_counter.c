// N threads count by compare and exchange, each until it succeeds.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int count;

void *work(void *unused) {
    int seen = atomic_load(&count);
    while (!atomic_compare_exchange_strong(&count, &seen, seen + 1))
        ;
    return 0;
}

int main(void) {
    pthread_t threads[N];
    for (int i = 0; i < N; i++)
        pthread_create(&threads[i], 0, work, 0);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], 0);
    assert(count == N);
    return 0;
}
