// from: --at P=19
// verdict: unsafe
#include <assert.h>
#include <pthread.h>
// The ring is left by one: what is stored behind its end becomes the count beside it.
#define ROOM 3
struct queue {
    int ring[ROOM];
    int count, tail;
    pthread_mutex_t lock;
};
static struct queue queue = {.lock = PTHREAD_MUTEX_INITIALIZER};
extern int __VERIFIER_nondet_int(void);

static void put(struct queue *to, int item)
{
    pthread_mutex_lock(&to->lock);
    int used = to->count;
    if (used < ROOM) {
        to->ring[to->tail] = item;
        to->tail = (to->tail + 1) % (ROOM + 1);
        assert(to->count == used);
        to->count = used + 1;
    }
    pthread_mutex_unlock(&to->lock);
}

static int get(struct queue *from)
{
    int item = 0;
    pthread_mutex_lock(&from->lock);
    if (from->count > 0) {
        from->count--;
        item = from->ring[(from->tail + ROOM - from->count) % ROOM];
    }
    pthread_mutex_unlock(&from->lock);
    return item;
}

static void *produce(void *unused)
{
    for (int i = 0; i < 5; i++)
        put(&queue, 9);
    return unused;
}

int main(void)
{
    pthread_t producer;
    pthread_create(&producer, 0, produce, 0);
    for (int i = 0; i < 5; i++)
        get(&queue);
    pthread_join(producer, 0);
    return 0;
}
