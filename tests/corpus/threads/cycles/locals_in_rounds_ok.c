// A server looks for messages for ever, in a function with arrays of its own: every round has other objects, and the same states.
//@ verdict: safe
//@ revisions: off on
//@[off] flags: --symmetry off
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { BOXES = 3 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int stop;
static int boxes[BOXES];
static int received;

static int collect(int *wanted)
{
    int copy[BOXES], found[BOXES] = {0}, count = 0;
    for (int box = 0; box < BOXES; box++)
        copy[box] = wanted[box];
    pthread_mutex_lock(&lock);
    for (int box = 0; box < BOXES; box++) {
        found[box] = copy[box] ? boxes[box] : 0;
        boxes[box] -= found[box];
    }
    pthread_mutex_unlock(&lock);
    for (int box = 0; box < BOXES; box++)
        count += found[box];
    return count;
}

static void *serve(void *unused)
{
    while (!atomic_load(&stop)) {
        int wanted[BOXES] = {1, 0, 1};
        if (collect(wanted))
            received = 1;
    }
    return unused;
}

int main(void)
{
    pthread_t server;
    pthread_create(&server, NULL, serve, NULL);
    pthread_mutex_lock(&lock);
    boxes[2] = 1;
    pthread_mutex_unlock(&lock);
    atomic_store(&stop, 1);
    pthread_join(server, NULL);
    assert(boxes[2] == !received);
    return 0;
}
