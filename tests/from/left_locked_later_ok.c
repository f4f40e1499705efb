// A thread that will not give its lock back has not done so yet: while it stands before it, no thread that ended holds it.
// from: --at T1=@before -p deadlock
// verdict: safe
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void *work(void *unused)
{
    pthread_mutex_lock(&lock); // @before
    count++;
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    pthread_join(thread, 0);
    return 0;
}
