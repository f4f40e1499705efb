// Each thread looks at a flag of its own and leaves the other one's alone: what is at an unknown place orders what others do there, and nothing else.
// from: --at T1=@enter --at T2=@enter --until backedge -p race
// verdict: unsafe
// finding: R0401 @race
#include <pthread.h>
#include <stdatomic.h>

static atomic_int passed[2];
static int inside;

static void *run(void *argument)
{
    int me = (int)(long)argument;
    for (;;) {
        passed[me] = 1; // @enter
        while (!passed[me])
            ;
        inside = me; // @race
        passed[me] = 0;
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
