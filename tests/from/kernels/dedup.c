// A pipeline: chunks go through queues from the thread that reads to those that hash and to the one that writes.
#include <pthread.h>
#define ROOM 4
struct queue {
    pthread_mutex_t lock;
    pthread_cond_t filled, emptied;
    int items[ROOM];
    int first, used, ended;
};
static struct queue to_hash, to_write;
static int chunks, written;

static void put(struct queue *queue, int item)
{
    pthread_mutex_lock(&queue->lock);
    while (queue->used == ROOM)
        pthread_cond_wait(&queue->emptied, &queue->lock); // @full
    queue->items[(queue->first + queue->used) % ROOM] = item; // @put
    queue->used++;
    pthread_cond_signal(&queue->filled);
    pthread_mutex_unlock(&queue->lock);
}

static int get(struct queue *queue, int *item)
{
    pthread_mutex_lock(&queue->lock); // @get
    while (queue->used == 0 && !queue->ended)
        pthread_cond_wait(&queue->filled, &queue->lock); // @empty
    if (queue->used == 0) {
        pthread_mutex_unlock(&queue->lock);
        return 0;
    }
    *item = queue->items[queue->first];
    queue->first = (queue->first + 1) % ROOM;
    queue->used--;
    pthread_cond_signal(&queue->emptied);
    pthread_mutex_unlock(&queue->lock);
    return 1;
}

static void *read_chunks(void *unused)
{
    for (int i = 0; i < chunks; i++)
        put(&to_hash, i); // @reader
    return unused;
}

static void *hash_chunks(void *unused)
{
    int item;
    while (get(&to_hash, &item)) // @hasher
        put(&to_write, item * 31); // @hashed
    return unused;
}

static void *write_chunks(void *unused)
{
    int item;
    while (get(&to_write, &item)) // @writer
        written += item;
    return unused;
}

static void prepare(struct queue *queue)
{
    pthread_mutex_init(&queue->lock, 0);
    pthread_cond_init(&queue->filled, 0);
    pthread_cond_init(&queue->emptied, 0);
}

int main(int argc, char **argv)
{
    (void)argv;
    pthread_t reader, hashers[2], writer;
    chunks = argc;
    prepare(&to_hash);
    prepare(&to_write);
    pthread_create(&reader, 0, read_chunks, 0);
    pthread_create(&hashers[0], 0, hash_chunks, 0);
    pthread_create(&hashers[1], 0, hash_chunks, 0);
    pthread_create(&writer, 0, write_chunks, 0);
    pthread_join(reader, 0);
    pthread_join(hashers[0], 0);
    pthread_join(hashers[1], 0);
    pthread_join(writer, 0);
    return 0;
}
