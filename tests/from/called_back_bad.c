// from: --at main=33 --at T2=21
// verdict: unsafe
// What `pthread_once` calls stores to memory, and counts.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static int size, users;

static void set_up(void)
{
    size = 2;
    pthread_mutex_lock(&lock);
    users++;
    pthread_mutex_unlock(&lock);
}

static void *use(void *unused)
{
    pthread_mutex_lock(&lock);
    users++;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, use, 0);
    size = 1;
    pthread_once(&once, set_up);
    assert(size == 1);
    pthread_join(thread, 0);
    return 0;
}
