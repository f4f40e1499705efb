// A library of counters behind a lock. `counter_peek` forgets the lock.
// library: --calls 2
// combination: counter_add counter_add safe
// combination: counter_add counter_peek unsafe R0401
// combination: counter_peek counter_peek safe
// library: --calls 2 --init counter_reset
// combination: counter_add counter_add safe
// combination: counter_add counter_peek unsafe R0401
// combination: counter_peek counter_peek safe
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned count;

static void change(unsigned by)
{
    pthread_mutex_lock(&lock);
    count += by;
    pthread_mutex_unlock(&lock);
}

void counter_reset(void) { pthread_mutex_lock(&lock); count = 0; pthread_mutex_unlock(&lock); }

void counter_add(unsigned by) { change(by); }

unsigned counter_peek(void) { return count; }
