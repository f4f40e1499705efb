// Any number of items goes through a ring in a struct to two threads; who closes it wakes only one of them.
// flags: -p race -p assert -p memory -p deadlock
// verdict: unsafe
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
#define ROOM 4
struct queue {
    int ring[ROOM], first, used, closed;
    pthread_mutex_t lock;
    pthread_cond_t more;
};
static struct queue queue = {.lock = PTHREAD_MUTEX_INITIALIZER, .more = PTHREAD_COND_INITIALIZER};
static int sum;

static void *take(void *unused)
{
    for (;;) {
        pthread_mutex_lock(&queue.lock);
        while (queue.used == 0 && !queue.closed)
            pthread_cond_wait(&queue.more, &queue.lock);
        if (queue.used == 0) {
            pthread_mutex_unlock(&queue.lock);
            return unused;
        }
        sum ^= queue.ring[queue.first];
        queue.first = (queue.first + 1) % ROOM;
        queue.used--;
        pthread_mutex_unlock(&queue.lock);
    }
}

int main(void)
{
    pthread_t one, two;
    int count = __VERIFIER_nondet_int();
    pthread_create(&one, 0, take, 0);
    pthread_create(&two, 0, take, 0);
    for (int i = 0; i < count; i++) {
        pthread_mutex_lock(&queue.lock);
        if (queue.used < ROOM) {
            queue.ring[(queue.first + queue.used) % ROOM] = i;
            queue.used++;
        }
        pthread_cond_signal(&queue.more);
        pthread_mutex_unlock(&queue.lock);
    }
    pthread_mutex_lock(&queue.lock);
    queue.closed = 1;
    pthread_cond_signal(&queue.more);
    pthread_mutex_unlock(&queue.lock);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
