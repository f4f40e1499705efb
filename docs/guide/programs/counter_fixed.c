#include <assert.h>
#include <pthread.h>

static int hits;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *serve(void *unused)
{
    pthread_mutex_lock(&lock);
    hits++;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, serve, 0);
    pthread_create(&two, 0, serve, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    assert(hits == 2);
    return 0;
}
