// from: --at P=10
// verdict: unsafe
// The thread that stands at its start has not stored to the index, but another one may have.
#include <pthread.h>

static int ring[2], next;

static void *produce(void *unused)
{
    for (int i = 0; i < 5; i++) {
        ring[next] = i;
        next = (next + 1) % 2;
    }
    return unused;
}

static void *reset(void *unused)
{
    next = 2;
    return unused;
}

int main(void)
{
    pthread_t thread, other;
    pthread_create(&other, 0, reset, 0);
    pthread_join(other, 0);
    pthread_create(&thread, 0, produce, 0);
    pthread_join(thread, 0);
    return ring[0];
}
