// Numbers behind a lock. Who asks for their mean says where to put it, and who adds one does not add zero.
// library: --calls 2
// combination: mean_add mean_add safe
// combination: mean_add mean_get safe
// combination: mean_get mean_get safe
// combination: mean_get mean_last unsafe R0205
// library: --calls 2 --where !null(mean_last:to)
// combination: mean_add mean_last safe
// combination: mean_get mean_last safe
// combination: mean_last mean_last safe
// library: --calls 2 --where to
// combination: mean_last mean_last safe
#include <assert.h>
#include <pthread.h>
#include <raddle.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long sum, last;
static unsigned count;

void mean_add(short to)
{
    raddle_requires(to != 0);
    assert(to != 0);
    pthread_mutex_lock(&lock);
    sum = to;
    last = to;
    count = 1;
    pthread_mutex_unlock(&lock);
}

void mean_get(char *to)
{
    raddle_requires(to && size(to) >= 4);
    pthread_mutex_lock(&lock);
    to[3] = (char)(count ? sum / 2 : 0);
    pthread_mutex_unlock(&lock);
}

void mean_last(char *to)
{
    pthread_mutex_lock(&lock);
    *to = (char)last;
    pthread_mutex_unlock(&lock);
}
