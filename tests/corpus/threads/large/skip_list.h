// A skip list with a lock per node. Searches take no lock; who changes something locks the nodes before the place from the
// lowest level to the highest, and then looks again whether they still are what the search found. A node counts as present from the
// moment it is linked on all its levels until it is marked. Unlinked nodes are kept on a pile until the list is destroyed.
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

#ifndef LEVELS
#define LEVELS 2
#endif

struct node {
    int key;
    int levels;                              // how many links are in use
    _Atomic(struct node *) next[LEVELS];
    atomic_bool marked;                      // removed, perhaps still linked
    atomic_bool linked;                      // on all its levels
    pthread_mutex_t lock;
    struct node *below;                      // the next node of the pile
};

struct skip_list {
    struct node head;
    pthread_mutex_t pile_lock;
    struct node *pile;
    atomic_int length;
};

// The nodes before and behind a place, for every level.
struct path {
    struct node *before[LEVELS];
    struct node *behind[LEVELS];
};

// Numbers with which a thread decides how high its nodes are.
struct dice {
    unsigned state;
};

static unsigned dice_roll(struct dice *dice)
{
    dice->state ^= dice->state << 13;
    dice->state ^= dice->state >> 17;
    dice->state ^= dice->state << 5;
    return dice->state;
}

// Between 1 and LEVELS, each twice as likely as the next one.
static int dice_levels(struct dice *dice)
{
    unsigned bits = dice_roll(dice);
    int levels = 1;
#ifdef ONE_LEVEL_TOO_MANY
    while (levels <= LEVELS && (bits & 1u)) {
#else
    while (levels < LEVELS && (bits & 1u)) {
#endif
        levels++;
        bits >>= 1;
    }
    return levels;
}

static void node_initialise(struct node *node, int key, int levels)
{
    node->key = key;
    node->levels = levels;
    for (int level = 0; level < LEVELS; level++)
        atomic_init(&node->next[level], NULL);
    atomic_init(&node->marked, false);
    atomic_init(&node->linked, false);
    pthread_mutex_init(&node->lock, NULL);
    node->below = NULL;
}

static void skip_list_initialise(struct skip_list *list)
{
    node_initialise(&list->head, 0, LEVELS);
    atomic_store(&list->head.linked, true);
    pthread_mutex_init(&list->pile_lock, NULL);
    list->pile = NULL;
    atomic_init(&list->length, 0);
}

// Fills in a path and returns the highest level on which the key was met, or -1.
static int skip_list_find(struct skip_list *list, int key, struct path *path)
{
    int found = -1;
    struct node *before = &list->head;
    for (int level = LEVELS - 1; level >= 0; level--) {
        struct node *node = atomic_load(&before->next[level]);
        while (node != NULL && node->key < key) {
            before = node;
            node = atomic_load(&before->next[level]);
        }
        if (found < 0 && node != NULL && node->key == key)
            found = level;
        path->before[level] = before;
        path->behind[level] = node;
    }
    return found;
}

// Unlocks the nodes before a place, each once, on the levels below `levels`.
static void path_unlock(struct path *path, int levels)
{
    for (int level = 0; level < levels; level++)
        if (level == 0 || path->before[level] != path->before[level - 1])
            pthread_mutex_unlock(&path->before[level]->lock);
}

// Locks the nodes before a place, from the lowest level on: everybody locks nodes by descending keys, so nobody waits in a circle.
static void path_lock(struct path *path, int levels)
{
    for (int level = 0; level < levels; level++)
        if (level == 0 || path->before[level] != path->before[level - 1])
            pthread_mutex_lock(&path->before[level]->lock);
}

// Whether the nodes before the place are still there and still lead to the same nodes.
static bool path_is_valid(struct path *path, int levels)
{
#ifdef NO_SECOND_LOOK
    (void)path, (void)levels;
    return true;
#else
    for (int level = 0; level < levels; level++) {
        struct node *before = path->before[level];
        if (atomic_load(&before->marked) || atomic_load(&before->next[level]) != path->behind[level])
            return false;
    }
    return true;
#endif
}

// False if the key was there already.
static bool skip_list_insert(struct skip_list *list, int key, int levels)
{
    struct path path;
    for (;;) {
        int found = skip_list_find(list, key, &path);
        if (found >= 0) {
            struct node *node = path.behind[found];
            if (atomic_load(&node->marked))
                continue;
            while (!atomic_load(&node->linked))
                ;
            return false;
        }
        path_lock(&path, levels);
        if (!path_is_valid(&path, levels)) {
            path_unlock(&path, levels);
            continue;
        }
        struct node *fresh = malloc(sizeof *fresh);
        if (fresh == NULL)
            exit(1);
        node_initialise(fresh, key, levels);
        for (int level = 0; level < levels; level++)
            atomic_store(&fresh->next[level], path.behind[level]);
        for (int level = 0; level < levels; level++)
            atomic_store(&path.before[level]->next[level], fresh);
        atomic_store(&fresh->linked, true);
        path_unlock(&path, levels);
        atomic_fetch_add(&list->length, 1);
        return true;
    }
}

static void skip_list_retire(struct skip_list *list, struct node *node)
{
    pthread_mutex_lock(&list->pile_lock);
    node->below = list->pile;
    list->pile = node;
    pthread_mutex_unlock(&list->pile_lock);
}

// Locks and marks the node, which makes it the caller's to unlink; false if somebody else did so before. The lock is kept: who
// wants to insert behind the node waits until it is gone, and then notices.
static bool node_claim(struct node *victim)
{
    pthread_mutex_lock(&victim->lock);
    if (atomic_load(&victim->marked)) {
        pthread_mutex_unlock(&victim->lock);
        return false;
    }
    atomic_store(&victim->marked, true);
    return true;
}

// False if the key was not there.
static bool skip_list_remove(struct skip_list *list, int key)
{
    struct path path;
    int found = skip_list_find(list, key, &path);
    if (found < 0)
        return false;
    struct node *victim = path.behind[found];
    if (!atomic_load(&victim->linked) || found != victim->levels - 1 || !node_claim(victim))
        return false;
    for (;;) {
        path_lock(&path, victim->levels);
        if (path_is_valid(&path, victim->levels))
            break;
        path_unlock(&path, victim->levels);
        skip_list_find(list, key, &path);
    }
    for (int level = victim->levels - 1; level >= 0; level--)
        atomic_store(&path.before[level]->next[level], atomic_load(&victim->next[level]));
    pthread_mutex_unlock(&victim->lock);
    path_unlock(&path, victim->levels);
    skip_list_retire(list, victim);
    atomic_fetch_sub(&list->length, 1);
    return true;
}

static bool skip_list_contains(struct skip_list *list, int key)
{
    struct path path;
    int found = skip_list_find(list, key, &path);
    return found >= 0 && atomic_load(&path.behind[found]->linked) && !atomic_load(&path.behind[found]->marked);
}

// How many nodes there are, or -1 if a level is not sorted or not part of the one below. Nobody may change the list meanwhile.
static int skip_list_count(struct skip_list *list)
{
    int counts[LEVELS];
    for (int level = 0; level < LEVELS; level++) {
        counts[level] = 0;
        int expected = 0;
        for (struct node *node = list->head.next[0]; node != NULL; node = node->next[0])
            expected += node->levels > level;
        for (struct node *node = list->head.next[level]; node != NULL; node = node->next[level]) {
            struct node *next = node->next[level];
            if (next != NULL && next->key <= node->key)
                return -1;
            counts[level]++;
        }
        if (counts[level] != expected)
            return -1;
    }
    return counts[0];
}

static void skip_list_destroy(struct skip_list *list)
{
    struct node *node = list->head.next[0];
    while (node != NULL) {
        struct node *next = node->next[0];
        pthread_mutex_destroy(&node->lock);
        free(node);
        node = next;
    }
    for (node = list->pile; node != NULL;) {
        struct node *below = node->below;
        pthread_mutex_destroy(&node->lock);
        free(node);
        node = below;
    }
}
