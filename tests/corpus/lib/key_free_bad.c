// The destructor frees what the thread has freed itself.
//@ property: memory
//@ verdict: unsafe
#include <pthread.h>
#include <stdlib.h>

static pthread_key_t key;

static void *work(void *unused)
{
    char *memory = malloc(8);
    pthread_setspecific(key, memory);
    free(memory);
    return unused;  //~ FINDING memory
}

int main(void)
{
    pthread_t thread;
    pthread_key_create(&key, free);
    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, NULL);
    return 0;
}
