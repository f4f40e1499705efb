// A lock under a name of the program's own is ready like any other, and nobody points into it.
//@ flags: --function add --where box
//@ verdict: safe
//@ assumption: A0301
#include <assert.h>
#include <pthread.h>

typedef pthread_mutex_t lock_type;
typedef lock_type guard_type;

struct box {
    guard_type guard;
    int value;
};

static lock_type all;

void add(struct box *box, int *by, char *name)
{
    pthread_mutex_lock(&all);
    pthread_mutex_lock(&box->guard);
    if (name)
        *name = 'x';
    if (by)
        *by = 1;
    box->value = 2;
    assert(box->value == 2);
    pthread_mutex_unlock(&box->guard);
    pthread_mutex_unlock(&all);
}
