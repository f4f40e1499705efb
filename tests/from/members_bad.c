// A handle is put where that of another thread was: it is joined twice.
// from: --at main=@join -p deadlock
// verdict: unsafe
// finding: R0606 @join
#include <pthread.h>
#define THREADS 3

struct worker {
    int number;
    pthread_t thread;
    int sum;
};
static struct worker workers[THREADS];

static void *work(void *argument)
{
    struct worker *own = argument;
    own->sum += own->number;
    return 0;
}

int main(void)
{
    for (int i = 0; i < THREADS; i++) {
        workers[i].number = i;
        pthread_create(&workers[i].thread, 0, work, &workers[i]);
    }
    workers[1].thread = workers[0].thread;
    for (int i = 0; i < THREADS; i++)
        pthread_join(workers[i].thread, 0); // @join
    return 0;
}
