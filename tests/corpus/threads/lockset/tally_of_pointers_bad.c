// What is kept in shared memory is the address of a variable of the call before, which is gone; the variable of this call has the same place.
// Somebody else only looks at it, so that it is stored in by one thread: a sum that is known.
//@ verdict: unsafe
//@ revisions: none dpor full
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <pthread.h>

int *shown, copy, known;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void step(int again)
{
    int own = 5;
    pthread_mutex_lock(&lock);
    if (again)
        copy = *shown; //~ FINDING memory
    shown = &own;
    pthread_mutex_unlock(&lock);
}

static void *work(void *unused)
{
    // Here the look ahead starts: both calls are still to come, and their variable is one that does not exist yet.
    pthread_mutex_lock(&lock);
    copy = 0;
    pthread_mutex_unlock(&lock);
    step(0);
    step(1);
    return unused;
}

static void *look(void *unused)
{
    pthread_mutex_lock(&lock);
    known = shown != 0;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t working, looking;
    pthread_create(&working, 0, work, 0);
    // Whoever was created last is followed first: by the time something is stored there, it is known that others look at it.
    pthread_create(&looking, 0, look, 0);
    pthread_join(working, 0);
    pthread_join(looking, 0);
    return known > 1;
}
