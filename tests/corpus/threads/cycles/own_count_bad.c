// A thread counts in a variable of its own kind, which it needs no address for: rounds with another count are other states.
//@ verdict: unsafe
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int level = 1;
static _Thread_local int left = 50;

static int look(void)
{
    int seen[2] = {0};
    pthread_mutex_lock(&lock);
    seen[level] = level;
    pthread_mutex_unlock(&lock);
    left--;
    return seen[1];
}

static void *work(void *unused)
{
    while (look())
        assert(left > 0); //~ FINDING assert
    return unused;
}

int main(void)
{
    pthread_t worker;
    pthread_create(&worker, NULL, work, NULL);
    pthread_join(worker, NULL);
    return 0;
}
