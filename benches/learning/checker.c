// N threads count atomically, and one more looks how far they are.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int count;

void *work(void *unused) {
    count++;
    return 0;
}

void *look(void *unused) {
    int seen = count;
    assert(seen >= 0 && seen <= N);
    return 0;
}

int main(void) {
    pthread_t threads[N + 1];
    for (int i = 0; i < N; i++)
        pthread_create(&threads[i], 0, work, 0);
    pthread_create(&threads[N], 0, look, 0);
    for (int i = 0; i <= N; i++)
        pthread_join(threads[i], 0);
    assert(count == N);
    return 0;
}
