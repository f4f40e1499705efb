// A thread that still sleeps at a barrier may have been released: somebody is behind it. What it does next is looked at.
// from: --backtrace released_bad.bt --confirm
// verdict: unsafe
// finding: R0101 @assert confirmed
#include <assert.h>
#include <pthread.h>

static pthread_barrier_t barrier;
static int cells[2];

static void *worker(void *argument) {
    int own = argument != NULL;
    cells[own] = 1;
    pthread_barrier_wait(&barrier);
    assert(cells[!own] == own); // @assert
    return NULL;
}

int main(void) {
    pthread_t workers[2];
    pthread_barrier_init(&barrier, NULL, 2);
    pthread_create(&workers[0], NULL, worker, NULL);
    pthread_create(&workers[1], NULL, worker, &barrier);
    for (int i = 0; i < 2; i++)
        pthread_join(workers[i], NULL);
    return 0;
}
