// A ring for one producer and one consumer, who try again until there is room, or something to take. Each try is a call with a message of its own,
// which has another name every time; it matters to nobody else, whatever the orders of the indices are.
//@ verdict: safe
//@ revisions: sc c11
//@[sc] flags: --memory-model sc
//@[c11] flags: --memory-model c11
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

enum { SIZE = 2, MESSAGES = 3 };
struct message {
    int number;
    char letter;
};

static struct message ring[SIZE];
static atomic_uint head, tail;

static bool push(struct message message)
{
    unsigned at = atomic_load_explicit(&head, memory_order_relaxed);
    if (at - atomic_load_explicit(&tail, memory_order_acquire) == SIZE)
        return false;
    ring[at % SIZE] = message;
    atomic_store_explicit(&head, at + 1, memory_order_release);
    return true;
}

static bool pop(struct message *message)
{
    unsigned at = atomic_load_explicit(&tail, memory_order_relaxed);
    if (at == atomic_load_explicit(&head, memory_order_acquire))
        return false;
    *message = ring[at % SIZE];
    atomic_store_explicit(&tail, at + 1, memory_order_release);
    return true;
}

static void *producer(void *unused)
{
    for (int i = 0; i < MESSAGES; i++)
        while (!push((struct message){i, (char)('a' + i)}))
            ;
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, producer, 0);
    for (int i = 0; i < MESSAGES; i++) {
        struct message message;
        while (!pop(&message))
            ;
        assert(message.number == i && message.letter == 'a' + i);
    }
    pthread_join(thread, 0);
    return 0;
}
