// A consumer stands in its wait, and is woken. Whether its mutex is free then is not known without an analysis: see the tests of facts.
// from: --waiting consumer=@wait --at producer=@produce -p deadlock --precision naive
// verdict: unsafe
// finding: R0502 @produce
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static int items;

static void *consume(void *unused)
{
    pthread_mutex_lock(&lock);
    while (items == 0)
        pthread_cond_wait(&filled, &lock); // @wait
    items--;
    pthread_mutex_unlock(&lock);
    return unused;
}

static void *produce(void *unused)
{
    pthread_mutex_lock(&lock); // @produce
    items = 1;
    pthread_cond_signal(&filled);
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, consume, 0);
    pthread_create(&b, 0, produce, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
