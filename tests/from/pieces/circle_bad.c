// Two functions that call each other post as often as nobody knows.
// flags: -p assert
// verdict: unsafe
// finding: R0101
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
extern int __VERIFIER_nondet_int(void);
static sem_t units;
static void post_odd(int count);

static void post_even(int count)
{
    if (count > 0) {
        sem_post(&units);
        post_odd(count - 1);
    }
}

static void post_odd(int count)
{
    if (count > 0) {
        sem_post(&units);
        post_even(count - 1);
    }
}

static void *post(void *unused)
{
    post_even(2);
    return unused;
}

int main(void)
{
    pthread_t thread;
    int rounds = __VERIFIER_nondet_int(), left;
    sem_init(&units, 0, 0);
    pthread_create(&thread, 0, post, 0);
    pthread_join(thread, 0);
    for (int i = 0; i < rounds; i++)
        ;
    sem_getvalue(&units, &left);
    assert(rounds <= 3 || left == 0);
    return 0;
}
