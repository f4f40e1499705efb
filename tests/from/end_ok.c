// A function that is not the start of its thread returns: what follows is not known, so nobody waits in vain for it.
// from: --at T1=@give --at T2=@take -p deadlock --precision naive
// verdict: safe
// If it is the start, the thread is over, and there may be nobody to post.
// from: --at T1=@last --at T2=@take -p deadlock --precision naive
// verdict: unsafe
// finding: R0501 @take
#include <pthread.h>
#include <semaphore.h>

static sem_t units;
static int given;

static void give(void)
{
    given = 1; // @give
}

static void *giver(void *unused)
{
    give();
    sem_post(&units);
    given = 0; // @last
    return unused;
}

static void *taker(void *unused)
{
    sem_wait(&units); // @take
    return unused;
}

int main(void)
{
    pthread_t a, b;
    sem_init(&units, 0, 0);
    pthread_create(&a, 0, giver, 0);
    pthread_create(&b, 0, taker, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
