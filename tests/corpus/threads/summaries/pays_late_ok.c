// Learning begins to pay late: the readers meet the writer in 2^R ways that have nothing in common, for which learning
// is given up. In the very last of them, two threads add each other's counter in tens of thousands of ways with few states.
//@ property: assert
//@ verdict: safe
//@ flags: --slice=off
//@ counter.learning_pauses: >= 1
//@ counter.states_without_learning: >= 5000
//@ states: <= 10000
#include <assert.h>
#include <pthread.h>

#define R 6
#define N 7

int x, seen[R];
int i = 1, j = 1;

static void *reader(void *place)
{
    *(int *)place = x;
    return 0;
}

static void *left(void *unused)
{
    for (int k = 0; k < N; k++)
        i += j;
    return unused;
}

static void *right(void *unused)
{
    for (int k = 0; k < N; k++)
        j += i;
    return unused;
}

static void readers(void)
{
    pthread_t t[R];
    for (int k = 0; k < R; k++)
        pthread_create(&t[k], 0, reader, &seen[k]);
    x = 1;
    for (int k = 0; k < R; k++)
        pthread_join(t[k], 0);
}

static void counters(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, left, 0);
    pthread_create(&b, 0, right, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
}

// The Fibonacci number with index 2N + 2.
static int limit(void)
{
    int previous = 1, current = 1;
    for (int k = 0; k < 2 * N; k++) {
        int next = previous + current;
        previous = current;
        current = next;
    }
    return current;
}

int main(void)
{
    readers();
    // Only the last reader came before the writer.
    for (int k = 0; k < R - 1; k++)
        if (!seen[k])
            return 0;
    if (seen[R - 1])
        return 0;
    counters();
    assert(i <= limit() && j <= limit());
    return 0;
}
