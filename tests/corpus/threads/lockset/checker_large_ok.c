// As many as there are threads, and never less than none: whoever looks in between knows that without trying when.
//@ verdict: safe
//@ family: N=30,60
//@ states: <= 2 2
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int counted;
atomic_int hits;

static void *add(void *unused)
{
    pthread_mutex_lock(&lock);
    counted += 2;
    pthread_mutex_unlock(&lock);
    hits++;
    return unused;
}

static void *look(void *unused)
{
    int seen = hits;
    assert(seen <= N);
    pthread_mutex_lock(&lock);
    assert(counted >= 0 && counted < 2 * N + 1);
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t threads[N + 1];
    for (int i = 0; i < N; i++)
        pthread_create(&threads[i], 0, add, 0);
    pthread_create(&threads[N], 0, look, 0);
    for (int i = 0; i <= N; i++)
        pthread_join(threads[i], 0);
    assert(counted == 2 * N && hits == N);
    return 0;
}
