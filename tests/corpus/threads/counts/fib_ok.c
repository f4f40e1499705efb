// Two threads add each other's counter N times; the schedule decides how large they grow, but never beyond a Fibonacci number.
// The number of traces is known from independent explorers.
//@ property: assert
//@ verdict: safe
//@ family: N=1..2
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
//@[dpor] full_runs: 3 19
//@[dpor] blocked_runs: 0 0
#include <assert.h>
#include <pthread.h>

int i = 1, j = 1;

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
    pthread_t a, b;
    pthread_create(&a, 0, left, 0);
    pthread_create(&b, 0, right, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(i <= limit() && j <= limit());
    return 0;
}
