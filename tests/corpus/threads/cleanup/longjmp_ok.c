// Each thread has its own marks: longjmp goes back within it.
//@ verdict: safe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <pthread.h>
#include <setjmp.h>

jmp_buf place;

static void *work(void *unused)
{
    if (setjmp(place) == 0)
        longjmp(place, 1);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    pthread_join(thread, 0);
    return 0;
}
