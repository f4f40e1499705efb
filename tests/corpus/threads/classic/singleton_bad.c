// One object on the heap, written once with X and then by several threads at once; who comes last is open.
//@ property: assert
//@ verdict: unsafe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

char *object;

static void *make(void *unused)
{
    object = malloc(sizeof *object);
    return unused;
}

static void *write_x(void *unused)
{
    *object = 'X';
    return unused;
}

static void *write_y(void *unused)
{
    *object = 'Y';
    return unused;
}

static void *manage(void *unused)
{
    pthread_t maker, t[3];
    pthread_create(&maker, 0, make, 0);
    pthread_join(maker, 0);
    pthread_create(&t[0], 0, write_y, 0);
    pthread_create(&t[1], 0, write_x, 0);
    pthread_create(&t[2], 0, write_y, 0);
    for (int k = 0; k < 3; k++)
        pthread_join(t[k], 0);
    return unused;
}

int main(void)
{
    pthread_t manager;
    pthread_create(&manager, 0, manage, 0);
    pthread_join(manager, 0);
    assert(*object == 'X'); //~ FINDING assertion
    free(object);
    return 0;
}
