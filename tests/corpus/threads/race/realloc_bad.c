// One thread moves an array with realloc while another one uses its old place.
//@ verdict: unsafe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <pthread.h>
#include <stdlib.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int *array;

static void *work(void *unused)
{
    pthread_mutex_lock(&m);
    int *old = array;
    pthread_mutex_unlock(&m);
    old[0] = 1; //~ FINDING memory-use-after-free //~ FINDING race
    return unused;
}

int main(void)
{
    pthread_t thread;
    array = malloc(2 * sizeof *array);
    pthread_create(&thread, 0, work, 0);
    pthread_mutex_lock(&m);
    array = realloc(array, 8 * sizeof *array); //~ RELATED race
    pthread_mutex_unlock(&m);
    pthread_join(thread, 0);
    free(array);
    return 0;
}
