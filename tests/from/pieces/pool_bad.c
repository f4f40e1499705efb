// The last of the workers is joined once more after a loop that goes round too often to be followed.
// flags: -p race -p assert -p memory -p deadlock
// verdict: unsafe
// finding: R0606
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
#define THREADS 3
static pthread_t pool[THREADS];
static int counts[THREADS];

static void *work(void *argument)
{
    int *own = argument;
    *own = 1;
    return 0;
}

int main(void)
{
    for (int i = 0; i < THREADS; i++)
        pthread_create(&pool[i], 0, work, &counts[i]);
    for (int i = 0; i < THREADS; i++)
        pthread_join(pool[i], 0);
    int left = 100;
    while (left > 0)
        if (__VERIFIER_nondet_int())
            left--;
    pthread_join(pool[THREADS - 1], 0);
    return 0;
}
