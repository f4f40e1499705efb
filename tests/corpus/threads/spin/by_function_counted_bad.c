// Two threads wait by way of a function with an array of its own: main sets what one of them waits for, and the other one counts its rounds in memory of its own on the
// heap, and gives up.
//@ flags: -p deadlock -p assert
//@ verdict: unsafe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static atomic_int flag, other;
struct counter {
    int rounds;
};

static int take(atomic_int *from)
{
    int expected[2] = {1, 0};
    return atomic_compare_exchange_strong(from, &expected[0], expected[1]);
}

static void *waiter(void *unused)
{
    while (!take(&flag))
        ;
    return unused;
}

static int take_or_count(struct counter *counter)
{
    counter->rounds++;
    return take(&other);
}

static void *doubter(void *unused)
{
    struct counter *counter = calloc(1, sizeof *counter);
    if (!counter)
        return unused;
    while (!take_or_count(counter) && counter->rounds < 3)
        ;
    assert(counter->rounds != 3); //~ FINDING assertion
    free(counter);
    return unused;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, waiter, NULL);
    pthread_create(&second, NULL, doubter, NULL);
    atomic_store(&flag, 1);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
