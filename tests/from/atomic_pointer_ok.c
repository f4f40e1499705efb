// Nodes are handed over by an atomic pointer: what a thread finds there is null or a node, whoever puts the next one there.
// from: --at T1=@take --at T2=@take -p race
// verdict: safe
// from: --at T1=@take --at T2=@put --until backedge
// verdict: safe
// from: --at T1=@found --at T2=@exchange
// verdict: safe
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
struct node { struct node *next; int value; };
static struct node *_Atomic top;

static void push(struct node *node)
{
    struct node *old = atomic_load(&top);
    do
        node->next = old; // @put
    while (!atomic_compare_exchange_weak(&top, &old, node)); // @exchange
}

static void *producer(void *unused)
{
    for (int i = 0; i < 3; i++) {
        struct node *node = calloc(1, sizeof *node);
        if (node)
            push(node);
    }
    return unused;
}

static void *consumer(void *unused)
{
    struct node *all = atomic_exchange(&top, NULL); // @take
    if (all)
        all->value = 1; // @found
    return unused;
}

int main(void)
{
    pthread_t producing, consuming, other;
    pthread_create(&producing, NULL, producer, NULL);
    pthread_create(&consuming, NULL, consumer, NULL);
    pthread_create(&other, NULL, consumer, NULL);
    pthread_join(producing, NULL);
    pthread_join(consuming, NULL);
    pthread_join(other, NULL);
    return 0;
}
