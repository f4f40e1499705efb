// Atomic addition in all widths, with wrap-around where the type is unsigned.
//@ verdict: safe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_uchar a = 255;
atomic_short b = -1;
atomic_uint c = 0xffffffffu;
atomic_llong d = 1LL << 40;
_Atomic(char *) p;
char text[4];

static void *work(void *unused)
{
    atomic_fetch_add(&a, 1);
    atomic_fetch_add(&b, 1);
    atomic_fetch_add(&c, 1);
    atomic_fetch_add(&d, 1);
    atomic_fetch_add(&p, 1);
    return unused;
}

int main(void)
{
    pthread_t thread;
    atomic_init(&p, text);
    pthread_create(&thread, 0, work, 0);
    work(0);
    pthread_join(thread, 0);
    assert(a == 1 && b == 1 && c == 1);
    assert(d == (1LL << 40) + 2);
    assert(p == text + 2);
    return 0;
}
