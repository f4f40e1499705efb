// A thread waits in a loop for what others write, and gives its lock back in every round.
//@ verdict: safe
#include <pthread.h>

static int flag;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *set(void *unused)
{
    pthread_mutex_lock(&lock);
    flag = 1;
    pthread_mutex_unlock(&lock);
    return unused;
}

static void *wait(void *unused)
{
    pthread_mutex_lock(&lock);
    while (flag == 0) {
        pthread_mutex_unlock(&lock);
        pthread_mutex_lock(&lock);
    }
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, set, 0);
    pthread_create(&b, 0, wait, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
