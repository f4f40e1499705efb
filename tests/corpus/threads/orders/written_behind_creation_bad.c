// An atomic section creates a thread and writes behind that: nothing orders the write before what the thread reads. It is the first thing that happens (K=1), or another
// thread is there already (K=2).
//@ property: race assert
//@ verdict: unsafe
//@ family: K=1,2
//@ revisions: default none dpor sc
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --summaries=off
//@[sc] flags: --memory-model sc
#include <assert.h>
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
static int data;

static void *idle(void *unused)
{
    return unused;
}

static void *reader(void *unused)
{
    assert(data == 2); //~ FINDING race
    return unused;
}

int main(void)
{
    pthread_t thread, other;
#if K == 2
    pthread_create(&other, 0, idle, 0);
#endif
    __VERIFIER_atomic_begin();
    pthread_create(&thread, 0, reader, 0);
    data = 2; //~ RELATED race
    __VERIFIER_atomic_end();
    pthread_join(thread, 0);
#if K == 2
    pthread_join(other, 0);
#endif
    return 0;
}
