// One thread less is created than is joined.
// from: --at T1=@work --at main=@join -p deadlock
// verdict: unsafe
// finding: R0606 @join
#include <pthread.h>
#define THREADS 3

static pthread_t pool[THREADS];
static int left[THREADS];

static void *work(void *argument)
{
    int *own = argument;
    *own -= 1; // @work
    return 0;
}

int main(void)
{
    for (int i = 0; i < THREADS - 1; i++)
        pthread_create(&pool[i], 0, work, &left[i]);
    for (int i = 0; i < THREADS; i++)
        pthread_join(pool[i], 0); // @join
    return 0;
}
