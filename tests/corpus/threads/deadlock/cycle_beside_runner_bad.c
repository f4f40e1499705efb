// Two threads are stuck with each other while a third one goes on for ever: still a deadlock of the two.
// Runs have to be cut because the third one never ends.
//@ verdict: unsafe
//@ flags: --reduce=dpor --summaries=off --max-steps 40
#include <pthread.h>
#include <stdatomic.h>

pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
atomic_int beat;

static void *first(void *unused)
{
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b); //~ FINDING deadlock
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    return unused;
}

static void *second(void *unused)
{
    pthread_mutex_lock(&b);
    pthread_mutex_lock(&a);
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
    return unused;
}

static void *runner(void *unused)
{
    for (;;)
        beat = !beat;
    return unused;
}

int main(void)
{
    pthread_t one, two, three;
    pthread_create(&one, 0, first, 0);
    pthread_create(&two, 0, second, 0);
    pthread_create(&three, 0, runner, 0);
    pthread_exit(0);
}
