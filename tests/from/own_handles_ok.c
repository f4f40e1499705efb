// Main joins each of its threads once: handles that come from creations and are not copied are of different threads.
// from: --at T1=@work --at T2=@work --at main=@join
// verdict: safe
#include <pthread.h>

static pthread_t handles[2];

static void *work(void *unused)
{
    return unused; // @work
}

int main(void)
{
    pthread_create(&handles[0], 0, work, 0);
    pthread_create(&handles[1], 0, work, 0);
    pthread_join(handles[0], 0); // @join
    pthread_join(handles[1], 0);
    return 0;
}
