// Two functions called from the same place of the stack have registers of different widths with the same number.
//@ verdict: safe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=on
//@[dpor] flags: --reduce=dpor --summaries=on
#include <assert.h>
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int total;

static int narrow(int a, int b)
{
    pthread_mutex_lock(&lock);
    total += a;
    pthread_mutex_unlock(&lock);
    return a + b;
}

static long wide(long a, long b)
{
    pthread_mutex_lock(&lock);
    total += (int)b;
    pthread_mutex_unlock(&lock);
    return a - b;
}

static void *run(void *unused)
{
    long result = wide(narrow(1, 2), 4);
    return result ? 0 : unused;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, run, 0);
    pthread_create(&second, 0, run, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    assert(total == 10);
    return 0;
}
