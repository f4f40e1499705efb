// Whoever has joined all others knows a sum and looks at it in each round of a long loop: rounds in which it is another number are not the same.
//@ verdict: unsafe
#include <assert.h>
#include <pthread.h>

enum { ROUNDS = 60 };

long count;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

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
    pthread_create(&worker, 0, add_once, 0);
    pthread_create(&other, 0, add_once, 0);
    pthread_join(worker, 0);
    pthread_join(other, 0);
    for (int i = 0; i < ROUNDS; i++) {
        pthread_mutex_lock(&lock);
        count++;
        assert(count != 45); //~ FINDING assert
        pthread_mutex_unlock(&lock);
    }
    return 0;
}
