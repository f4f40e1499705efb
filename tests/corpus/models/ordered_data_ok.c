// Under tso and pso, too, data that does not race is local work, whatever its size: copied, on the heap, freed, at an index that is an input.
//@ revisions: tso pso
//@ verdict: safe
//@ runs: 2
//@[tso] flags: --memory-model tso
//@[pso] flags: --memory-model pso
#include <assert.h>
#include <pthread.h>
#include <raddle.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

struct message {
    char text[12];
    int length;
};

struct message *_Atomic sent;
unsigned at;

static void *send(void *unused)
{
    struct message *message = malloc(sizeof *message);
    memcpy(message->text, "hello world", 12);
    message->text[at] = '!';
    message->length = 11;
    atomic_store_explicit(&sent, message, memory_order_release);
    return unused;
}

int main(void)
{
    raddle_make_symbolic(&at, sizeof at, "at");
    raddle_assume(at < 5);
    pthread_t thread;
    pthread_create(&thread, 0, send, 0);
    struct message *message = atomic_load_explicit(&sent, memory_order_acquire);
    if (message) {
        assert(message->length == 11 && message->text[at] == '!');
        free(message);
    }
    pthread_join(thread, 0);
    return 0;
}
