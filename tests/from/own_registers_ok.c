// Main has read the handle that it joins by: no other variable has a handle of the same thread.
// from: --at T1=@work --at T2=@work --at main=@join
// verdict: safe
#include <pthread.h>

static void *work(void *unused)
{
    return unused; // @work
}

int main(void)
{
    pthread_t first, others[2];
    pthread_create(&first, 0, work, 0);
    pthread_create(&others[1], 0, work, 0);
    pthread_join( // @join
        first, 0);
    pthread_join(others[1], 0);
    return 0;
}
