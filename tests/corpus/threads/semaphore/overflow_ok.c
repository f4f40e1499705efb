// A semaphore at its highest value refuses another unit.
//@ verdict: safe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <semaphore.h>

int main(void)
{
    sem_t units;
    int value = 0;
    assert(sem_init(&units, 0, SEM_VALUE_MAX) == 0);
    assert(sem_post(&units) == -1 && errno == EOVERFLOW);
    assert(sem_getvalue(&units, &value) == 0 && value == SEM_VALUE_MAX);
    assert(sem_init(&units, 0, (unsigned)SEM_VALUE_MAX + 1) == -1 && errno == EINVAL);
    return 0;
}
