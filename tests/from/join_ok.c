// Main joins a thread by a handle that nothing is known of: one of the threads that are there, or one that is over.
// from: --at T1=@work --at main=@join -p deadlock --precision naive
// verdict: safe
// from: --at T1=@work --at main=@join -p assert --precision naive
// verdict: unsafe
// finding: R0101 @assertion
#include <assert.h>
#include <pthread.h>

static int done;

static void *work(void *unused)
{
    done = 1; // @work
    return unused;
}

int main(void)
{
    pthread_t a;
    pthread_create(&a, 0, work, 0);
    pthread_join(a, 0); // @join
    assert(done); // @assertion
    return 0;
}
