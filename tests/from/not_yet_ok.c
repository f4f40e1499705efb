// from: --at P=10
// verdict: safe
// Nobody has stored to the index before the context: it holds what it held at first.
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

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, produce, 0);
    pthread_join(thread, 0);
    return ring[0];
}
