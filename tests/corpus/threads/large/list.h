// A sorted list of keys without locks. A node is removed in two steps: first the lowest bit of its link is set, which decides who
// removed it and stops insertions behind it; then it is unlinked, by whoever comes by. Unlinked nodes are kept on a pile until the list
// is destroyed, since another thread may still stand on them.
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#define MARK ((uintptr_t)1)

struct node {
    int key;
    int value;
    atomic_uintptr_t next;   // the successor, with MARK when this node is removed
    struct node *below;      // the next node of the pile
};

struct list {
    struct node head;
    _Atomic(struct node *) pile;
    atomic_int length;
};

// Where a key is or belongs: the link that leads to the first node whose key is not smaller, and that node.
struct place {
    atomic_uintptr_t *link;
    struct node *node;
};

static inline struct node *pointer_of(uintptr_t link)
{
    return (struct node *)(link & ~MARK);
}

static inline bool is_marked(uintptr_t link)
{
    return (link & MARK) != 0;
}

static inline uintptr_t link_to(struct node *node)
{
    return (uintptr_t)node;
}

static void list_initialise(struct list *list)
{
    list->head.key = 0;
    list->head.value = 0;
    list->head.below = NULL;
    atomic_init(&list->head.next, 0);
    atomic_init(&list->pile, NULL);
    atomic_init(&list->length, 0);
}

static struct node *node_new(int key, int value)
{
    struct node *node = malloc(sizeof *node);
    if (node == NULL)
        exit(1);
    node->key = key;
    node->value = value;
    node->below = NULL;
    atomic_init(&node->next, 0);
    return node;
}

// Puts an unlinked node aside.
static void list_retire(struct list *list, struct node *node)
{
    struct node *top = atomic_load(&list->pile);
    do
        node->below = top;
    while (!atomic_compare_exchange_strong(&list->pile, &top, node));
}

// Walks from the head; unlinks marked nodes on the way and begins again when somebody else was faster.
static struct place list_find(struct list *list, int key)
{
again:;
    atomic_uintptr_t *link = &list->head.next;
    struct node *node = pointer_of(atomic_load(link));
    while (node != NULL) {
        uintptr_t next = atomic_load(&node->next);
        if (is_marked(next)) {
            uintptr_t expected = link_to(node);
            if (!atomic_compare_exchange_strong(link, &expected, next & ~MARK))
                goto again;
            list_retire(list, node);
            node = pointer_of(next);
            continue;
        }
        if (node->key >= key)
            break;
        link = &node->next;
        node = pointer_of(next);
    }
    return (struct place){link, node};
}

// False if the key was there already.
static bool list_insert(struct list *list, int key, int value)
{
    struct node *fresh = node_new(key, value);
    for (;;) {
        struct place place = list_find(list, key);
        if (place.node != NULL && place.node->key == key) {
            free(fresh);
            return false;
        }
        uintptr_t expected = link_to(place.node);
        atomic_store(&fresh->next, expected);
        if (atomic_compare_exchange_strong(place.link, &expected, link_to(fresh))) {
            atomic_fetch_add(&list->length, 1);
            return true;
        }
    }
}

// False if the key was not there.
static bool list_remove(struct list *list, int key)
{
    for (;;) {
        struct place place = list_find(list, key);
        if (place.node == NULL || place.node->key != key)
            return false;
        uintptr_t next = atomic_load(&place.node->next);
        if (is_marked(next))
            continue;
#ifdef UNLINKS_WITHOUT_MARK
        // Wrong: what is inserted behind the node in the meantime disappears with it.
        uintptr_t expected = link_to(place.node);
        if (!atomic_compare_exchange_strong(place.link, &expected, next))
            continue;
        list_retire(list, place.node);
#else
        if (!atomic_compare_exchange_strong(&place.node->next, &next, next | MARK))
            continue;
        uintptr_t expected = link_to(place.node);
        if (atomic_compare_exchange_strong(place.link, &expected, next))
            list_retire(list, place.node);
#endif
        atomic_fetch_sub(&list->length, 1);
        return true;
    }
}

// Reads only: passes marked nodes without unlinking them.
static bool list_contains(struct list *list, int key, int *value)
{
    struct node *node = pointer_of(atomic_load(&list->head.next));
    while (node != NULL) {
        uintptr_t next = atomic_load(&node->next);
        if (node->key >= key) {
            if (node->key != key || is_marked(next))
                return false;
            if (value != NULL)
                *value = node->value;
            return true;
        }
        node = pointer_of(next);
    }
    return false;
}

// How many nodes there are, or -1 if their keys are not strictly ascending. Nobody may change the list meanwhile.
static int list_count(struct list *list)
{
    int count = 0;
    struct node *before = NULL;
    for (struct node *node = pointer_of(list->head.next); node != NULL; node = pointer_of(node->next)) {
        if (is_marked(node->next))
            continue;
        if (before != NULL && before->key >= node->key)
            return -1;
        before = node;
        count++;
    }
    return count;
}

// Frees linked and retired nodes. Nobody may use the list any more.
static void list_destroy(struct list *list)
{
    struct node *node = pointer_of(list->head.next);
    while (node != NULL) {
        struct node *next = pointer_of(node->next);
        free(node);
        node = next;
    }
    node = list->pile;
    while (node != NULL) {
        struct node *below = node->below;
        free(node);
        node = below;
    }
}
