// Threads of a pool are joined in the order in which they were created: those of the first rounds are gone, and the others are joined once.
// from: --at T1=@work --at main=@join -p deadlock
// verdict: safe
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
    for (int i = 0; i < THREADS; i++)
        pthread_create(&pool[i], 0, work, &left[i]);
    for (int i = 0; i < THREADS; i++)
        pthread_join(pool[i], 0); // @join
    return 0;
}
