// A long loop with one odd round in the middle, and the sum that it comes to.
//@ verdict: safe
#include <assert.h>
#include <pthread.h>

enum { ROUNDS = 60 };

long count;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *unused)
{
    for (int i = 0; i < ROUNDS; i++) {
        pthread_mutex_lock(&lock);
        count += i == 45 ? 3 : 1;
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

static void *add_once(void *unused)
{
    pthread_mutex_lock(&lock);
    count++;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t worker, other;
    pthread_create(&worker, 0, work, 0);
    pthread_create(&other, 0, add_once, 0);
    pthread_join(worker, 0);
    pthread_join(other, 0);
    assert(count == ROUNDS + 3);
    return 0;
}
