// Peterson's algorithm, entered again and again: the runs are infinite, the states are few.
//@ verdict: safe
//@ property: assert deadlock
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=on
//@[dpor] flags: --reduce=dpor --summaries=on
//@ states: <= 320
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int wants[2], turn;
int inside;

static void *run(void *argument)
{
    int me = (int)(long)argument, other = 1 - me;
    for (;;) {
        wants[me] = 1;
        turn = other;
        while (wants[other] && turn == other)
            ;
        inside++;
        assert(inside == 1);
        inside--;
        wants[me] = 0;
    }
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, run, (void *)0);
    pthread_create(&second, 0, run, (void *)1);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
