// A recursive mtx_t is locked again by its owner; others find it busy or wait.
//@ verdict: safe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <threads.h>

mtx_t m;
int counter;

static int work(void *unused)
{
    (void)unused;
    mtx_lock(&m);
    mtx_lock(&m);
    counter++;
    mtx_unlock(&m);
    mtx_unlock(&m);
    return 0;
}

static int try_it(void *unused)
{
    (void)unused;
    int result = mtx_trylock(&m);
    assert(result == thrd_success || result == thrd_busy);
    if (result == thrd_success) {
        counter++;
        mtx_unlock(&m);
    }
    return 0;
}

int main(void)
{
    thrd_t first, second;
    mtx_init(&m, mtx_plain | mtx_recursive);
    thrd_create(&first, work, 0);
    thrd_create(&second, try_it, 0);
    thrd_join(first, 0);
    thrd_join(second, 0);
    assert(counter == 1 || counter == 2);
    return 0;
}
