// Who stands in a wait with a deadline has named a time that is valid, and looks again when the time is over.
// from: --at set=@set --waiting get=@wait
// verdict: safe
#include <assert.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready, value;

static void *set(void *unused)
{
    pthread_mutex_lock(&lock);
    value = 42; // @set
    ready = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
    return unused;
}

static void *get(void *unused)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += 1;
    int error = 0;
    pthread_mutex_lock(&lock);
    while (!ready && error == 0)
        error = pthread_cond_timedwait(&changed, &lock, &until); // @wait
    if (ready)
        assert(value == 42 || value == 0);
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, get, 0);
    pthread_create(&two, 0, set, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
