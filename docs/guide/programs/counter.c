#include <assert.h>
#include <pthread.h>

static int hits;

static void *serve(void *unused)
{
    hits++;
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
