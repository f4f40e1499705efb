// Handles lie beside other members that are written all the time.
// from: --at T1=@work --at T2=@work --at main=@join -p deadlock
// verdict: safe
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
    own->sum += own->number; // @work
    return 0;
}

static void start(int number)
{
    workers[number].number = number;
    pthread_create(&workers[number].thread, 0, work, &workers[number]);
}

int main(void)
{
    for (int i = 0; i < THREADS; i++)
        start(i);
    for (int i = 0; i < THREADS; i++)
        pthread_join(workers[i].thread, 0); // @join
    return 0;
}
