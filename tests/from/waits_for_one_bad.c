// Whom the first thread joins is not known: if it is one of those that wait for each other's signals, the first of these is where the deadlock is told, also when it is
// told again.
// from: --at main=@join --at a=@wait --at b=@wait -p deadlock
// verdict: unsafe
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int work;

static void *take(void *unused)
{
    pthread_mutex_lock(&lock); // @wait
    while (work == 0)
        pthread_cond_wait(&changed, &lock);
    work--;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, take, 0);
    pthread_create(&second, 0, take, 0);
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&lock);
        work++;
        pthread_cond_signal(&changed);
        pthread_mutex_unlock(&lock);
    }
    pthread_join(first, 0); // @join
    pthread_join(second, 0);
    return 0;
}
