// Both threads change an object on the heap that they reach through a global pointer.
//@ verdict: unsafe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <pthread.h>
#include <stdlib.h>

struct point {
    int x, y;
} *shared;

static void *work(void *unused)
{
    shared->x = 1; //~ FINDING data-race
    return unused;
}

int main(void)
{
    pthread_t first, second;
    shared = malloc(sizeof *shared);
    pthread_create(&first, 0, work, 0);
    pthread_create(&second, 0, work, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    free(shared);
    return 0;
}
