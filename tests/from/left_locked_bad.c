// A thread returns with a lock that nobody gives back any more: whoever comes there later waits for ever.
// from: --at main=@after
// verdict: unsafe
// finding: R0501 @after
// from: --at main=@after --confirm
// verdict: unsafe
// finding: R0501 @after confirmed
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void *work(void *unused)
{
    pthread_mutex_lock(&lock);
    count++;
    if (count == 1)
        return 0;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    pthread_join(thread, 0);
    pthread_mutex_lock(&lock); // @after
    count = 0;
    pthread_mutex_unlock(&lock);
    return 0;
}
