// Threads count in one variable: they race at whatever iteration they are.
// from: --at T1=@count --at T2=@count --until backedge --precision naive
// verdict: unsafe
// finding: R0401 @count
// from: --at T1=@count --at T2=@count --until 2 --precision naive --reduce none
// verdict: unsafe
// finding: R0401 @count
#include <pthread.h>

static unsigned seen;

static void *count(void *unused)
{
    for (unsigned i = 0; i < 100; i++)
        seen += i; // @count
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, count, 0);
    pthread_create(&b, 0, count, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
