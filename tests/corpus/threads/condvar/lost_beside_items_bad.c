// A signal is lost that was given before anybody waited. A store at an index that nobody knows bounds of, to what lies beside the condition variable, leaves a choice in its memory.
//@ flags: -p deadlock
//@ verdict: unsafe
#include <pthread.h>
extern unsigned __VERIFIER_nondet_uint(void);
static struct { pthread_mutex_t lock; pthread_cond_t filled; unsigned char items[8]; int ready; } box;

static void *put(void *unused)
{
    pthread_mutex_lock(&box.lock);
    pthread_cond_signal(&box.filled);
    unsigned at = __VERIFIER_nondet_uint(), mask = __VERIFIER_nondet_uint();
    if ((at ^ mask) != 91 || mask > 3)
        at = 88;
    ((unsigned char *)&box)[at] = 1;
    pthread_mutex_unlock(&box.lock);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, put, 0);
    pthread_mutex_lock(&box.lock);
    pthread_cond_wait(&box.filled, &box.lock); //~ FINDING deadlock
    pthread_mutex_unlock(&box.lock);
    pthread_join(thread, 0);
    return 0;
}
