// Files are taken from a queue and searched; results are counted under a lock.
#include <pthread.h>
#define ROOM 8
static pthread_mutex_t queue_lock = PTHREAD_MUTEX_INITIALIZER, result_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t more = PTHREAD_COND_INITIALIZER;
static int queue[ROOM], first, used, closed, matches;

static int take(int *file)
{
    pthread_mutex_lock(&queue_lock);
    while (used == 0 && !closed)
        pthread_cond_wait(&more, &queue_lock); // @wait
    if (used == 0) { // @taken
        pthread_mutex_unlock(&queue_lock);
        return 0;
    }
    *file = queue[first];
    first = (first + 1) % ROOM;
    used--;
    pthread_mutex_unlock(&queue_lock);
    return 1;
}

static void *scan(void *unused)
{
    int file;
    while (take(&file)) { // @take
        if (file % 3 == 0) {
            pthread_mutex_lock(&result_lock); // @match
            matches++;
            pthread_mutex_unlock(&result_lock);
        }
    }
    return unused;
}

int main(int argc, char **argv)
{
    (void)argv;
    pthread_t scanners[2];
    pthread_create(&scanners[0], 0, scan, 0);
    pthread_create(&scanners[1], 0, scan, 0);
    for (int i = 0; i < argc; i++) {
        pthread_mutex_lock(&queue_lock); // @feed
        if (used < ROOM) {
            queue[(first + used) % ROOM] = i;
            used++;
        }
        pthread_cond_signal(&more);
        pthread_mutex_unlock(&queue_lock);
    }
    pthread_mutex_lock(&queue_lock);
    closed = 1;
    pthread_cond_broadcast(&more);
    pthread_mutex_unlock(&queue_lock);
    pthread_join(scanners[0], 0);
    pthread_join(scanners[1], 0);
    return 0;
}
