// A stack of x86 assembly: cmpxchg puts a node on top until nobody was faster.
//@ verdict: safe
#include <assert.h>
#include <pthread.h>

struct node {
    struct node *next;
};

static struct node *top;
static struct node nodes[2];

static int replace(struct node *expected, struct node *with)
{
    char same;
    __asm__ volatile("lock; cmpxchgq %3, %1\n\tsete %0" : "=q"(same), "+m"(top), "+a"(expected) : "r"(with) : "memory", "cc");
    return same;
}

/* Nobody takes nodes away, so that reading by an exchange of null with null is as good as a load. */
static struct node *look(void)
{
    struct node *seen = 0;
    __asm__ volatile("lock; cmpxchgq %2, %1" : "+a"(seen), "+m"(top) : "r"((struct node *)0) : "memory", "cc");
    return seen;
}

static void *push(void *node)
{
    struct node *own = node;
    do
        own->next = look();
    while (!replace(own->next, own));
    return 0;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, push, &nodes[0]);
    pthread_create(&two, 0, push, &nodes[1]);
    pthread_join(one, 0);
    pthread_join(two, 0);
    assert(top && top->next && !top->next->next);
    return 0;
}
