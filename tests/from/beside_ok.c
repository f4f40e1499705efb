// from: --at P=20
// verdict: safe
#include <assert.h>
#include <pthread.h>
// A queue in a struct: what is stored into its ring changes neither its indices nor its count, since the index stays in the ring.
#define ROOM 30
struct queue {
    int ring[ROOM];
    int head, tail, count;
    pthread_mutex_t lock;
    pthread_cond_t more, less;
};
static struct queue queue;

static void put(struct queue *to, int item)
{
    pthread_mutex_lock(&to->lock);
    while (to->count == ROOM)
        pthread_cond_wait(&to->less, &to->lock);
    to->ring[to->tail] = item;
    to->tail = (to->tail + 1) % ROOM;
    to->count++;
    assert(to->count > 0 && to->count <= ROOM);
    pthread_cond_signal(&to->more);
    pthread_mutex_unlock(&to->lock);
}

static int get(struct queue *from)
{
    pthread_mutex_lock(&from->lock);
    while (from->count == 0)
        pthread_cond_wait(&from->more, &from->lock);
    int item = from->ring[from->head];
    from->head = (from->head + 1) % ROOM;
    from->count--;
    pthread_cond_signal(&from->less);
    pthread_mutex_unlock(&from->lock);
    return item;
}

static void *produce(void *unused)
{
    for (int i = 0; i < 1000; i++)
        put(&queue, i);
    return unused;
}

int main(void)
{
    pthread_t producer;
    long sum = 0;
    pthread_mutex_init(&queue.lock, 0);
    pthread_cond_init(&queue.more, 0);
    pthread_cond_init(&queue.less, 0);
    pthread_create(&producer, 0, produce, 0);
    for (int i = 0; i < 1000; i++)
        sum += get(&queue);
    pthread_join(producer, 0);
    return sum == 499500;
}
