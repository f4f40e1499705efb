// A thread that was detached is joined.
// from: --at T1=@work --at main=@join -p deadlock
// verdict: unsafe
// finding: R0606 @join
#include <pthread.h>

static pthread_t thread;
static int done;

static void *work(void *unused)
{
    done = 1; // @work
    return unused;
}

int main(void)
{
    pthread_create(&thread, 0, work, 0);
    pthread_detach(thread);
    pthread_join(thread, 0); // @join
    return 0;
}
