// One thread stores, the other one looks twice, both under a lock. Ordinary accesses are no choices where feasible paths are counted: the locks are enough of them.
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int flag, own[2], seen;

static void *store(void *unused)
{
    own[0] = 1; // @one
    pthread_mutex_lock(&lock);
    flag = 1;
    pthread_mutex_unlock(&lock);
    return unused;
}

static void *look(void *unused)
{
    own[1] = 1; // @two
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&lock);
        if (flag)
            seen += i + 1;
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, store, 0);
    pthread_create(&two, 0, look, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return seen;
}
