// What is asserted is false, and the business of one thread; but nobody ever lets that thread get there.
//@ property: assert
//@ verdict: safe
//@[default] vacuous: 27
//@ revisions: none dpor none_slice dpor_slice
//@[none] flags: --reduce=none --slice=off
//@[dpor] flags: --reduce=dpor --slice=off
//@[none_slice] flags: --reduce=none --slice=on
//@[dpor_slice] flags: --reduce=dpor --slice=on
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t opened = PTHREAD_COND_INITIALIZER;
atomic_int visits;
int is_open;

static void *visitor(void *argument)
{
    int own = (int)(long)argument;
    visits++;
    pthread_mutex_lock(&lock);
    while (!is_open)
        pthread_cond_wait(&opened, &lock);
    pthread_mutex_unlock(&lock);
    assert(own != 1);
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    for (long k = 0; k < 2; k++)
        pthread_create(&threads[k], 0, visitor, (void *)k);
    return 0;
}
