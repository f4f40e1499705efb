// from: --at T1=25 --at T2=25
// verdict: safe
#include <pthread.h>
// Who takes two forks takes the one with the smaller number first: what both stand before is known, although it is chosen.
#define N 3
static pthread_mutex_t forks[N];
static int meals[N];
static void use(int first, int second, int id)
{
    pthread_mutex_lock(&forks[first]);
    pthread_mutex_lock(&forks[second]);
    meals[id]++;
    pthread_mutex_unlock(&forks[second]);
    pthread_mutex_unlock(&forks[first]);
}

static void *philosopher(void *arg)
{
    int id = (int)(long)arg;
    int left = id, right = (id + 1) % N;
    int first = left < right ? left : right;
    int second = left < right ? right : left;
    for (int i = 0; i < 3; i++) {
        // Hungry again.
        use(first, second, id);
    }
    return NULL;
}

int main(void)
{
    pthread_t threads[N];
    for (long i = 0; i < N; i++)
        pthread_mutex_init(&forks[i], NULL);
    for (long i = 0; i < N; i++)
        pthread_create(&threads[i], NULL, philosopher, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
