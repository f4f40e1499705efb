// Two functions that call each other leave alone what is counted.
// flags: -p assert
// verdict: safe
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
extern int __VERIFIER_nondet_int(void);
static sem_t units;
static int calls;

static void note_odd(int count);

static void note_even(int count)
{
    calls++;
    if (count > 0)
        note_odd(count - 1);
}

static void note_odd(int count)
{
    calls++;
    if (count > 0)
        note_even(count - 1);
}

static void *post(void *unused)
{
    note_even(2);
    sem_post(&units);
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
    assert(rounds <= 3 || left == 1);
    return 0;
}
