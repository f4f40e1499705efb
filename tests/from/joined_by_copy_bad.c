// A thread was joined by a copy of its handle, and is joined again.
// from: --at main=@again -p deadlock
// verdict: unsafe
// finding: R0606 @again
#include <pthread.h>

static pthread_t one, other, copy;
static int done;

static void *work(void *unused)
{
    return unused;
}

int main(void)
{
    pthread_create(&one, 0, work, 0);
    pthread_create(&other, 0, work, 0);
    copy = one;
    pthread_join(copy, 0);
    done = 1;
    pthread_join(one, 0); // @again
    pthread_join(other, 0);
    return 0;
}
