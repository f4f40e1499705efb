// Threads were joined by copies of their handles, and one of them is joined again.
// from: --at main=@again -p deadlock
// verdict: unsafe
// finding: R0606 @again
#include <pthread.h>
#define THREADS 2

static pthread_t pool[THREADS], copies[THREADS];

static void *work(void *unused)
{
    return unused;
}

int main(void)
{
    for (int i = 0; i < THREADS; i++)
        pthread_create(&pool[i], 0, work, 0);
    for (int i = 0; i < THREADS; i++)
        copies[i] = pool[i];
    for (int i = 0; i < THREADS; i++)
        pthread_join(copies[i], 0);
    pthread_join(pool[0], 0); // @again
    return 0;
}
