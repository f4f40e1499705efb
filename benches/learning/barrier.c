// N threads each fill a cell, wait for each other at a barrier, and look at their neighbour's cell.
#include <assert.h>
#include <pthread.h>

int cell[N];
pthread_barrier_t barrier;

void *work(void *argument) {
    long i = (long)argument, next = (i + 1) % N;
    cell[i] = i + 1;
    pthread_barrier_wait(&barrier);
    assert(cell[next] == next + 1);
    return 0;
}

int main(void) {
    pthread_t threads[N];
    pthread_barrier_init(&barrier, 0, N);
    for (long i = 0; i < N; i++)
        pthread_create(&threads[i], 0, work, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], 0);
    return 0;
}
