// A signal came before the wait. Seen from the context, nobody has signalled, so it is another kind of deadlock than that of the run from main which confirms it.
// from: --at T2=@reads --at T3=@goes_on -p deadlock
// verdict: unsafe
// finding: R0501 @waits
// from: --at T2=@reads --at T3=@goes_on -p deadlock --confirm
// verdict: unsafe
// finding: R0503 @waits confirmed
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready, other;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t signalled = PTHREAD_COND_INITIALIZER;

static void *signals(void *unused)
{
    pthread_mutex_lock(&lock);
    ready = 1;
    pthread_mutex_unlock(&lock);
    pthread_cond_signal(&signalled);
    return unused;
}

static void *waits(void *unused)
{
    pthread_mutex_lock(&lock);
    if (ready == 0) // @reads
        pthread_cond_wait(&signalled, &lock); // @waits
    pthread_mutex_unlock(&lock);
    return unused;
}

static void *forgets(void *unused)
{
    ready = 0;
    other = 1; // @goes_on
    return unused;
}

int main(void)
{
    pthread_t one, two, three;
    pthread_create(&one, 0, signals, 0);
    pthread_create(&two, 0, waits, 0);
    pthread_create(&three, 0, forgets, 0);
    pthread_exit(0);
}
