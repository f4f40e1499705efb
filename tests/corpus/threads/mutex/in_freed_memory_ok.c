// The last of two owners frees an object with the mutex inside, after unlocking it.
//@ verdict: safe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <pthread.h>
#include <stdlib.h>

struct object {
    pthread_mutex_t lock;
    int references;
};

static void *drop(void *argument)
{
    struct object *object = argument;
    pthread_mutex_lock(&object->lock);
    int last = --object->references == 0;
    pthread_mutex_unlock(&object->lock);
    if (last)
        free(object);
    return 0;
}

int main(void)
{
    pthread_t thread;
    struct object *object = malloc(sizeof *object);
    pthread_mutex_init(&object->lock, 0);
    object->references = 2;
    pthread_create(&thread, 0, drop, object);
    drop(object);
    pthread_join(thread, 0);
    return 0;
}
