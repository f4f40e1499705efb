// Workers of a pool are created by a function, one in each round, and joined in the same order.
// flags: -p race -p assert -p memory -p deadlock
// verdict: safe
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
#define THREADS 3
static pthread_t pool[THREADS];
static int counts[THREADS], rounds;

static void *work(void *argument)
{
    int *own = argument;
    for (int i = 0; i < rounds; i++)
        *own ^= i;
    return 0;
}

static void start(int number)
{
    pthread_create(&pool[number], 0, work, &counts[number]);
}

int main(void)
{
    rounds = __VERIFIER_nondet_int();
    for (int i = 0; i < THREADS; i++)
        start(i);
    for (int i = 0; i < THREADS; i++)
        pthread_join(pool[i], 0);
    return 0;
}
