// Two threads have read the handle of a third from the same variable.
// from: --at T1=@work --at T2=@other --at main=@join -p deadlock
// verdict: unsafe
// finding: R0606 @join
// from: --at T1=@work --at T2=@read --until 2
// verdict: unsafe
// finding: R0606 @other
#include <pthread.h>

static pthread_t handles[2];

static void *work(void *unused)
{
    return unused; // @work
}

static void *other(void *which)
{
    pthread_join( // @other
        handles[(long)which], 0); // @read
    return 0;
}

int main(int argc, char **argv)
{
    (void)argv;
    long which = argc;
    pthread_t thread;
    pthread_create(&handles[0], 0, work, 0);
    pthread_create(&thread, 0, other, (void *)(which & 1));
    pthread_join( // @join
        handles[0], 0);
    return 0;
}
