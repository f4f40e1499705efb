// The destructor of thread-specific data is `free` itself.
//@ property: memory memory:leak race
//@ verdict: safe
#include <pthread.h>
#include <stdlib.h>

static pthread_key_t key;

static void *work(void *unused)
{
    pthread_setspecific(key, malloc(8));
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_key_create(&key, free);
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
