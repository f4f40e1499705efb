// Two threads, each with N steps of its own and one that meets the other's: two traces, whatever N is.
#include <pthread.h>
#ifndef N
#define N 100
#endif
int own[2], common;
static void *work(void *argument)
{
    int *mine = argument;
    for (int k = 0; k < N; k++)
        *mine = k;
    common = mine == own;
    return 0;
}
int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, work, &own[0]);
    pthread_create(&two, 0, work, &own[1]);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
