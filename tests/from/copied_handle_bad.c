// Main joins a thread twice, by a copy of its handle.
// from: --at T1=@work --at main=@join -p deadlock
// verdict: unsafe
// finding: R0606 @again
#include <pthread.h>

static pthread_t handles[2];

static void *work(void *unused)
{
    return unused; // @work
}

int main(void)
{
    pthread_create(&handles[0], 0, work, 0);
    handles[1] = handles[0];
    pthread_join(handles[0], 0); // @join
    pthread_join(handles[1], 0); // @again
    return 0;
}
