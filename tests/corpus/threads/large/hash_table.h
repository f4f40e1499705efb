// A hash table with chains and a lock for every STRIPES-th bucket. The number of buckets is always a multiple of the number of locks, so
// that the lock of a key stays the same when the table grows; growing takes all locks. The bucket of a key does change, and may
// only be looked up under the lock.
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

#ifndef STRIPES
#define STRIPES 2
#endif

struct entry {
    int key;
    int value;
    struct entry *next;
};

struct table {
    pthread_mutex_t locks[STRIPES];
    atomic_uint bucket_count;
    struct entry **buckets;
    atomic_uint size;
};

// Spreads the bits of a key; every key has its own hash.
static unsigned hash_of(int key)
{
    unsigned hash = (unsigned)key;
    hash ^= hash >> 16;
    hash *= 0x45d9f3bu;
    hash ^= hash >> 16;
    return hash;
}

// The index for a hash among so many places.
static int index_of(unsigned hash, unsigned count)
{
#ifdef SIGNED_INDEX
    // Wrong: the smallest number stays negative.
    int number = (int)hash;
    int magnitude = number < 0 ? (int)(0u - (unsigned)number) : number;
    return magnitude % (int)count;
#else
    return (int)(hash % count);
#endif
}

static struct entry **buckets_new(unsigned count)
{
    struct entry **buckets = malloc(count * sizeof *buckets);
    if (buckets == NULL)
        exit(1);
    for (unsigned k = 0; k < count; k++)
        buckets[k] = NULL;
    return buckets;
}

static void table_initialise(struct table *table, unsigned count)
{
    for (int k = 0; k < STRIPES; k++)
        pthread_mutex_init(&table->locks[k], NULL);
    atomic_init(&table->bucket_count, count);
    table->buckets = buckets_new(count);
    atomic_init(&table->size, 0);
}

static pthread_mutex_t *table_lock_of(struct table *table, unsigned hash)
{
    return &table->locks[index_of(hash, STRIPES)];
}

// The link that leads to the entry with the key, or the end of its chain.
static struct entry **chain_find(struct entry **link, int key)
{
    while (*link != NULL && (*link)->key != key)
        link = &(*link)->next;
    return link;
}

static void table_lock_all(struct table *table)
{
    for (int k = 0; k < STRIPES; k++)
        pthread_mutex_lock(&table->locks[k]);
}

static void table_unlock_all(struct table *table)
{
    for (int k = STRIPES - 1; k >= 0; k--)
        pthread_mutex_unlock(&table->locks[k]);
}

// Moves all entries to twice as many buckets, unless somebody has grown the table since it had `seen` ones.
static void table_grow(struct table *table, unsigned seen)
{
    table_lock_all(table);
    unsigned count = atomic_load(&table->bucket_count);
    if (count == seen) {
        struct entry **fresh = buckets_new(2 * count);
        for (unsigned k = 0; k < count; k++) {
            struct entry *entry = table->buckets[k];
            while (entry != NULL) {
                struct entry *next = entry->next;
                struct entry **head = &fresh[index_of(hash_of(entry->key), 2 * count)];
                entry->next = *head;
                *head = entry;
                entry = next;
            }
        }
        free(table->buckets);
        table->buckets = fresh;
        atomic_store(&table->bucket_count, 2 * count);
    }
    table_unlock_all(table);
}

// False if the key was there already; then it has the new value.
static bool table_put(struct table *table, int key, int value)
{
    unsigned hash = hash_of(key);
    pthread_mutex_t *lock = table_lock_of(table, hash);
#ifdef BUCKET_BEFORE_LOCK
    // Wrong: the table may have grown before the lock is taken.
    unsigned count = atomic_load(&table->bucket_count);
    pthread_mutex_lock(lock);
#else
    pthread_mutex_lock(lock);
    unsigned count = atomic_load(&table->bucket_count);
#endif
    struct entry **link = chain_find(&table->buckets[index_of(hash, count)], key);
    bool is_new = *link == NULL;
    if (is_new) {
        struct entry *entry = malloc(sizeof *entry);
        if (entry == NULL)
            exit(1);
        entry->key = key;
        entry->value = value;
        entry->next = NULL;
        *link = entry;
    } else {
        (*link)->value = value;
    }
    pthread_mutex_unlock(lock);
    if (is_new && atomic_fetch_add(&table->size, 1) + 1 > count)
        table_grow(table, count);
    return is_new;
}

static bool table_get(struct table *table, int key, int *value)
{
    unsigned hash = hash_of(key);
    pthread_mutex_t *lock = table_lock_of(table, hash);
    pthread_mutex_lock(lock);
    unsigned count = atomic_load(&table->bucket_count);
    struct entry *entry = *chain_find(&table->buckets[index_of(hash, count)], key);
    if (entry != NULL && value != NULL)
        *value = entry->value;
    pthread_mutex_unlock(lock);
    return entry != NULL;
}

// False if the key was not there.
static bool table_remove(struct table *table, int key)
{
    unsigned hash = hash_of(key);
    pthread_mutex_t *lock = table_lock_of(table, hash);
    pthread_mutex_lock(lock);
    unsigned count = atomic_load(&table->bucket_count);
    struct entry **link = chain_find(&table->buckets[index_of(hash, count)], key);
    struct entry *entry = *link;
    if (entry != NULL) {
        *link = entry->next;
        atomic_fetch_sub(&table->size, 1);
    }
    pthread_mutex_unlock(lock);
    free(entry);
    return entry != NULL;
}

// How many entries there are, or -1 if one is in a bucket that is not its own. Nobody may change the table meanwhile.
static int table_count(struct table *table)
{
    unsigned count = atomic_load(&table->bucket_count);
    int entries = 0;
    for (unsigned k = 0; k < count; k++) {
        for (struct entry *entry = table->buckets[k]; entry != NULL; entry = entry->next) {
            if (index_of(hash_of(entry->key), count) != (int)k)
                return -1;
            entries++;
        }
    }
    return entries;
}

static void table_destroy(struct table *table)
{
    unsigned count = atomic_load(&table->bucket_count);
    for (unsigned k = 0; k < count; k++) {
        struct entry *entry = table->buckets[k];
        while (entry != NULL) {
            struct entry *next = entry->next;
            free(entry);
            entry = next;
        }
    }
    free(table->buckets);
    for (int k = 0; k < STRIPES; k++)
        pthread_mutex_destroy(&table->locks[k]);
}
