// What `pthread_once` calls adds to a counter, stores to memory that main has written, and posts; and then main fails after many rounds.
// flags: -p race -p assert
// verdict: unsafe
// finding: R0101
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
extern int __VERIFIER_nondet_int(void);
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static sem_t units;
static int users, size;

static void set_up(void)
{
    pthread_mutex_lock(&lock);
    users++;
    size = 2;
    pthread_mutex_unlock(&lock);
    sem_post(&units);
}

static void *use(void *unused)
{
    pthread_once(&once, set_up);
    pthread_mutex_lock(&lock);
    users++;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t thread;
    int rounds = __VERIFIER_nondet_int(), left;
    sem_init(&units, 0, 0);
    size = 1;
    pthread_create(&thread, 0, use, 0);
    pthread_join(thread, 0);
    for (int i = 0; i < rounds; i++)
        ;
    sem_getvalue(&units, &left);
    assert(!(rounds > 3 && users == 2 && size == 2 && left == 1));
    return 0;
}
