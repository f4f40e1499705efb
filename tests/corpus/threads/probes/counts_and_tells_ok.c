// A server counts its rounds and prints how many there were: no state depends on the number.
//@ verdict: safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int stop;
static int rounds;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int stock = 1;

static void *serve(void *unused)
{
    while (!atomic_load(&stop)) {
        rounds++;
        pthread_mutex_lock(&lock);
        int seen[2] = {stock, 0};
        pthread_mutex_unlock(&lock);
        assert(seen[0] + seen[1] == 1);
    }
    return unused;
}

int main(void)
{
    pthread_t server;
    pthread_create(&server, NULL, serve, NULL);
    pthread_mutex_lock(&lock);
    stock = 1;
    pthread_mutex_unlock(&lock);
    atomic_store(&stop, 1);
    pthread_join(server, NULL);
    printf("%d rounds\n", rounds);
    return 0;
}
