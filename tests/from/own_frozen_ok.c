// A thread is about to read which of two others it waits for, from an array that nobody writes to any more: it holds their handles, and nothing else.
// from: --at T1=@work --at T2=@read --at main=@join -p deadlock
// verdict: safe
#include <pthread.h>

static pthread_t handles[2];

static void *work(void *unused)
{
    return unused; // @work
}

static void *other(void *which)
{
    pthread_join(
        handles[(long)which], 0); // @read
    return 0;
}

int main(int argc, char **argv)
{
    (void)argv;
    pthread_t thread;
    pthread_create(&handles[0], 0, work, 0);
    pthread_create(&handles[1], 0, work, 0);
    pthread_create(&thread, 0, other, (void *)(argc & 1L));
    pthread_join(thread, 0); // @join
    return 0;
}
