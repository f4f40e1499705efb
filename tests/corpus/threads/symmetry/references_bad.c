// N threads read an entry that is freed when the last reference to it is put back; one of them puts it back before it reads.
//@ property: assert memory deadlock
//@ verdict: unsafe
//@ revisions: dpor none_summaries dpor_summaries none_symmetry dpor_symmetry
//@[dpor] flags: --reduce=dpor --summaries=off
//@[none_summaries] flags: --reduce=none --symmetry=off
//@[dpor_summaries] flags: --reduce=dpor --symmetry=off
//@[none_symmetry] flags: --reduce=none --symmetry=on
//@[dpor_symmetry] flags: --reduce=dpor --symmetry=on
//@ family: N=2
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct entry {
    atomic_int references;
    int value;
};

static struct entry *slot;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

static struct entry *take(void)
{
    pthread_mutex_lock(&lock);
    struct entry *entry = slot;
    if (entry)
        atomic_fetch_add(&entry->references, 1);
    pthread_mutex_unlock(&lock);
    return entry;
}

static void put(struct entry *entry)
{
    if (atomic_fetch_sub(&entry->references, 1) == 1)
        free(entry);
}

static void *reader(void *argument)
{
    struct entry *entry = take();
    if (!entry)
        return argument;
    long own = (long)argument;
    if (own == N - 1)
        put(entry);
    pthread_mutex_lock(&lock);
    total += entry->value; //~ FINDING memory-use-after-free
    pthread_mutex_unlock(&lock);
    if (own != N - 1)
        put(entry);
    return argument;
}

static void *evict(void *unused)
{
    pthread_mutex_lock(&lock);
    struct entry *entry = slot;
    slot = 0;
    pthread_mutex_unlock(&lock);
    put(entry);
    return unused;
}

int main(void)
{
    pthread_t threads[N + 1];
    slot = malloc(sizeof *slot);
    atomic_init(&slot->references, 1);
    slot->value = 1;
    for (long k = 0; k < N; k++)
        pthread_create(&threads[k], 0, reader, (void *)k);
    pthread_create(&threads[N], 0, evict, 0);
    for (int k = 0; k <= N; k++)
        pthread_join(threads[k], 0);
    assert(total <= N);
    return 0;
}
