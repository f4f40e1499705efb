// Twelve workers count down a latch; states do not multiply by which of them have, although main is going to join them in an order.
//@ property: assert deadlock race
//@ verdict: safe
//@ family: N=6,12
//@ states: <= 300 700
#include <assert.h>
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t all_done = PTHREAD_COND_INITIALIZER;
int left = N, sum;

static void *worker(void *argument)
{
    pthread_mutex_lock(&lock);
    sum++;
    if (--left == 0)
        pthread_cond_broadcast(&all_done);
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t threads[N];
    for (int k = 0; k < N; k++)
        pthread_create(&threads[k], 0, worker, 0);
    pthread_mutex_lock(&lock);
    while (left)
        pthread_cond_wait(&all_done, &lock);
    assert(sum == N);
    pthread_mutex_unlock(&lock);
    for (int k = 0; k < N; k++)
        pthread_join(threads[k], 0);
    return 0;
}
