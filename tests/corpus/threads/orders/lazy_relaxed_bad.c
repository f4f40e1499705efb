// A singleton made on first use: who finds it made by a relaxed load does not see what is in it.
//@ property: race
//@ verdict: unsafe
//@ revisions: none dpor none_summaries dpor_summaries
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
//@[none_summaries] flags: --reduce=none --summaries=on
//@[dpor_summaries] flags: --reduce=dpor --summaries=on
#include <pthread.h>
#include <stdatomic.h>

struct config {
    int limit;
};

static struct config storage;
static struct config *_Atomic instance;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static struct config *get(void)
{
    struct config *known = atomic_load_explicit(&instance, memory_order_relaxed);
    if (known)
        return known;
    pthread_mutex_lock(&mutex);
    if (!atomic_load_explicit(&instance, memory_order_relaxed)) {
        storage.limit = 3; //~ FINDING data-race
        atomic_store_explicit(&instance, &storage, memory_order_relaxed);
    }
    pthread_mutex_unlock(&mutex);
    return &storage;
}

static void *user(void *unused)
{
    int limit = get()->limit;
    (void)limit;
    return unused;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, user, 0);
    pthread_create(&second, 0, user, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
