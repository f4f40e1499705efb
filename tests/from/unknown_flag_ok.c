// Peterson's algorithm, which thread is which being unknown: one thread comes from each creation, so that they have different flags.
// from: --at T1=@enter --at T2=@enter --until backedge -p race
// verdict: safe
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants[2], turn;
static int inside;

static void *run(void *argument)
{
    int me = (int)(long)argument, other = 1 - me;
    for (;;) {
        wants[me] = 1; // @enter
        turn = other;
        while (wants[other] && turn == other)
            ;
        inside++;
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
