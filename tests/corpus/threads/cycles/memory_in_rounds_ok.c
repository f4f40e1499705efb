// A worker takes memory and gives it back in every round, for ever: the states are the same up to the names of that memory.
//@ verdict: safe
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int level;

static void *work(void *unused)
{
    for (;;) {
        int *copy = malloc(sizeof *copy);
        if (!copy)
            break;
        pthread_mutex_lock(&lock);
        *copy = level;
        pthread_mutex_unlock(&lock);
        if (*copy > 1)
            abort();
        free(copy);
    }
    return unused;
}

int main(void)
{
    pthread_t worker;
    pthread_create(&worker, NULL, work, NULL);
    for (;;) {
        pthread_mutex_lock(&lock);
        level = !level;
        pthread_mutex_unlock(&lock);
    }
}
