// from: --at T1=17
// verdict: unsafe
#include <pthread.h>
#include <assert.h>
// What main writes for a thread behind its creation is not what it wrote before.
#define THREADS 2
struct part { int id, limit; };
static struct part parts[THREADS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int sum;

static void *work(void *argument)
{
    struct part *part = argument;
    pthread_mutex_lock(&lock);
    int limit = part->limit;
    assert(limit == 1);
    sum += limit;
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void)
{
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++) {
        pthread_mutex_lock(&lock);
        parts[i].id = i;
        parts[i].limit = 1;
        pthread_create(&threads[i], 0, work, &parts[i]);
        pthread_mutex_unlock(&lock);
        pthread_mutex_lock(&lock);
        parts[i].limit = 2;
        pthread_mutex_unlock(&lock);
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], 0);
    return sum;
}
