// A plain atomic store by another thread breaks the chain: who reads its value is not ordered behind the data.
//@ verdict: unsafe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <pthread.h>
#include <stdatomic.h>

atomic_int flag;
int data;

static void *writer(void *unused)
{
    data = 1; //~ FINDING data-race
    atomic_store(&flag, 1);
    return unused;
}

static void *overwriter(void *unused)
{
    atomic_store(&flag, 2);
    return unused;
}

static void *reader(void *unused)
{
    if (atomic_load(&flag) == 2) {
        int seen = data;
        (void)seen;
    }
    return unused;
}

int main(void)
{
    pthread_t one, two, three;
    pthread_create(&one, 0, writer, 0);
    pthread_create(&two, 0, overwriter, 0);
    pthread_create(&three, 0, reader, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    pthread_join(three, 0);
    return 0;
}
