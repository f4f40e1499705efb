// Any number of items goes through a ring to two threads; who closes it wakes only one of them.
// flags: -p race -p assert -p memory -p deadlock
// verdict: unsafe
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
#define ROOM 4
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t more = PTHREAD_COND_INITIALIZER;
static int ring[ROOM], first, used, closed, sum;

static void *take(void *unused)
{
    for (;;) {
        pthread_mutex_lock(&lock);
        while (used == 0 && !closed)
            pthread_cond_wait(&more, &lock);
        if (used == 0) {
            pthread_mutex_unlock(&lock);
            return unused;
        }
        sum ^= ring[first];
        first = (first + 1) % ROOM;
        used--;
        pthread_mutex_unlock(&lock);
    }
}

int main(void)
{
    pthread_t one, two;
    int count = __VERIFIER_nondet_int();
    pthread_create(&one, 0, take, 0);
    pthread_create(&two, 0, take, 0);
    for (int i = 0; i < count; i++) {
        pthread_mutex_lock(&lock);
        if (used < ROOM) {
            ring[(first + used) % ROOM] = i;
            used++;
        }
        pthread_cond_signal(&more);
        pthread_mutex_unlock(&lock);
    }
    pthread_mutex_lock(&lock);
    closed = 1;
    pthread_cond_signal(&more);
    pthread_mutex_unlock(&lock);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
