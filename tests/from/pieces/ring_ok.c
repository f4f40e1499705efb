// Any number of items goes through a ring that lies in a struct with its indices: what is stored into the ring does not change these, and both threads are joined once.
// flags: -p memory -p assert -p deadlock
// verdict: safe
#include <pthread.h>
#define ROOM 4
struct ring {
    pthread_mutex_t lock;
    int items[ROOM];
    int first, used;
};
static struct ring ring = { .lock = PTHREAD_MUTEX_INITIALIZER };
static int count;
extern int __VERIFIER_nondet_int(void);

static int put(struct ring *to, int item)
{
    int done = 0;
    pthread_mutex_lock(&to->lock);
    if (to->used < ROOM) {
        to->items[(to->first + to->used) % ROOM] = item;
        to->used++;
        done = 1;
    }
    pthread_mutex_unlock(&to->lock);
    return done;
}

static int get(struct ring *from)
{
    int item = 0;
    pthread_mutex_lock(&from->lock);
    if (from->used > 0) {
        item = from->items[from->first];
        from->first = (from->first + 1) % ROOM;
        from->used--;
    }
    pthread_mutex_unlock(&from->lock);
    return item;
}

static void *produce(void *unused)
{
    for (int i = 0; i < count; i++)
        put(&ring, i);
    return unused;
}

static void *consume(void *unused)
{
    for (int i = 0; i < count; i++)
        get(&ring);
    return unused;
}

int main(void)
{
    pthread_t threads[2];
    count = __VERIFIER_nondet_int();
    pthread_create(&threads[0], 0, produce, 0);
    pthread_create(&threads[1], 0, consume, 0);
    pthread_join(threads[0], 0);
    pthread_join(threads[1], 0);
    return 0;
}
