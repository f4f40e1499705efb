// N threads compute the sums of all beginnings of an array, with two barriers in each round.
#include <assert.h>
#include <pthread.h>

int cell[N];
pthread_barrier_t barrier;

void *work(void *argument) {
    long i = (long)argument;
    for (int distance = 1; distance < N; distance *= 2) {
        int sum = cell[i] + (i >= distance ? cell[i - distance] : 0);
        pthread_barrier_wait(&barrier);
        cell[i] = sum;
        pthread_barrier_wait(&barrier);
    }
    return 0;
}

int main(void) {
    pthread_t threads[N];
    pthread_barrier_init(&barrier, 0, N);
    for (int i = 0; i < N; i++)
        cell[i] = 1;
    for (long i = 0; i < N; i++)
        pthread_create(&threads[i], 0, work, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], 0);
    for (int i = 0; i < N; i++)
        assert(cell[i] == i + 1);
    return 0;
}
