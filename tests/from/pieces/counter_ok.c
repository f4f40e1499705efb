// Two threads count under a lock, any number of times.
// verdict: safe
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total, rounds;

static void *work(void *unused)
{
    for (int i = 0; i < rounds; i++) {
        pthread_mutex_lock(&lock);
        total += 2;
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

int main(void)
{
    pthread_t thread;
    rounds = __VERIFIER_nondet_int();
    pthread_create(&thread, 0, work, 0);
    for (int i = 0; i < rounds; i++) {
        pthread_mutex_lock(&lock);
        total += 1;
        pthread_mutex_unlock(&lock);
    }
    pthread_join(thread, 0);
    return 0;
}
