// A thread walks along a list of its own, and only the last node is wrong: that two places in the list have other addresses does not make them the same.
//@ verdict: unsafe
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

enum { LENGTH = 60 };
struct node {
    struct node *next;
    int is_last;
};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int open = 1;

static void *walk(void *unused)
{
    struct node *list = NULL;
    for (int made = 0; made < LENGTH; made++) {
        struct node *node = malloc(sizeof *node);
        if (!node)
            return unused;
        node->next = list;
        node->is_last = !list;
        list = node;
    }
    while (list) {
        struct node *node = list;
        pthread_mutex_lock(&lock);
        int is_open = open;
        pthread_mutex_unlock(&lock);
        assert(is_open && !node->is_last); //~ FINDING assert
        list = node->next;
    }
    return unused;
}

int main(void)
{
    pthread_t walker;
    pthread_create(&walker, NULL, walk, NULL);
    pthread_join(walker, NULL);
    return 0;
}
