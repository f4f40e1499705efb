// Two threads walk lists of their own; that the lists have nothing in common is more than is known of the heap.
// from: --at T1=@walk,@first --at T2=@walk,@second --until 3 -p race --precision naive
// verdict: unsafe
// finding: R0401 @walk
#include <pthread.h>
#include <stdlib.h>

struct cell { struct cell *next; int value; };
static struct cell *mine, *yours;

static void walk(struct cell *list)
{
    for (struct cell *at = list; at; at = at->next)
        at->value++; // @walk
}

static struct cell *make(void)
{
    struct cell *made = malloc(sizeof *made);
    if (!made)
        abort();
    made->next = 0;
    made->value = 0;
    return made;
}

static void *first(void *unused)
{
    walk(mine); // @first
    return unused;
}

static void *second(void *unused)
{
    walk(yours); // @second
    return unused;
}

int main(void)
{
    pthread_t a, b;
    mine = make();
    yours = make();
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
