// Rounds of long loops that do the same are counted, not followed: upwards, downwards, with a limit that is a variable, up to a number that is met, with an odd round in the middle, and in a function that is called.
//@ verdict: safe
//@ states: <= 4
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { ROUNDS = 100000 };

long count;
atomic_int hits;
int rounds = ROUNDS;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void add(long number)
{
    pthread_mutex_lock(&lock);
    count += number;
    pthread_mutex_unlock(&lock);
}

static void *up(void *unused)
{
    for (int i = 0; i < ROUNDS; i++)
        add(2);
    for (unsigned i = 5; i != 5 + 3 * ROUNDS; i += 3)
        hits++;
    return unused;
}

static void *down(void *unused)
{
    int left = rounds;
    while (left-- > 0)
        add(-1);
    for (long i = 0; i < rounds; i++) {
        if (i == 70000)
            add(7);
        hits++;
    }
    return unused;
}

int main(void)
{
    pthread_t threads[4];
    for (int i = 0; i < 4; i++)
        pthread_create(&threads[i], 0, i % 2 ? up : down, 0);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], 0);
    assert(count == 2 * (ROUNDS + 7));
    assert(hits == 4 * ROUNDS);
    return 0;
}
