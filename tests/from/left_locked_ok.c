// Threads that have ended gave back their locks, on each way out: in the function, in one that is called, and before `pthread_exit`.
// from: --at main=@after
// verdict: safe
#include <pthread.h>

struct table {
    pthread_mutex_t lock;
    int count;
};
static struct table table = { PTHREAD_MUTEX_INITIALIZER, 0 };

static int add(struct table *to)
{
    pthread_mutex_lock(&to->lock);
    if (to->count > 3) {
        pthread_mutex_unlock(&to->lock);
        return 0;
    }
    to->count++;
    pthread_mutex_unlock(&to->lock);
    return 1;
}

static void *work(void *unused)
{
    if (!add(&table))
        pthread_exit(0);
    pthread_mutex_lock(&table.lock);
    table.count--;
    pthread_mutex_unlock(&table.lock);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    pthread_join(thread, 0);
    pthread_mutex_lock(&table.lock); // @after
    table.count = 0;
    pthread_mutex_unlock(&table.lock);
    return 0;
}
