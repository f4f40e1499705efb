// Main looks once at the flag of each of N threads, and at what it wrote if it is set.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int ready[N];
int data[N];

void *worker(void *argument) {
    long i = (long)argument;
    data[i] = (int)i;
    atomic_store(&ready[i], 1);
    return 0;
}

int main(void) {
    pthread_t threads[N];
    for (long i = 0; i < N; i++)
        pthread_create(&threads[i], 0, worker, (void *)i);
    for (int i = 0; i < N; i++)
        if (atomic_load(&ready[i]))
            assert(data[i] == i);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], 0);
    return 0;
}
