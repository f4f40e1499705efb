// Each thread counts in a variable of its own: nothing races and nothing waits, wherever the two are.
// from: --at T1=@count --at T2=@count --until backedge --precision naive
// verdict: safe
// from: --at T1=@count --at T2=@count --until 2 --precision naive --reduce none
// verdict: safe
#include <pthread.h>

static _Thread_local unsigned seen;

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
