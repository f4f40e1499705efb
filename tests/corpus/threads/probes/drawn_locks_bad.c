// Threads take two locks that are drawn in each round. The first rounds of a search in order of inputs never differ; random runs do, and deadlock at once.
//@ verdict: unsafe
//@ flags: --first
#include <pthread.h>
#include <stdlib.h>

enum { THREADS = 3, ACCOUNTS = 3, ROUNDS = 10 };

struct account { long balance; pthread_mutex_t lock; } accounts[ACCOUNTS];

static void transfer(int from, int to)
{
    if (from == to)
        return;
    pthread_mutex_lock(&accounts[from].lock);
    pthread_mutex_lock(&accounts[to].lock);  //~ FINDING deadlock
    accounts[from].balance -= 10;
    accounts[to].balance += 10;
    pthread_mutex_unlock(&accounts[to].lock);
    pthread_mutex_unlock(&accounts[from].lock);
}

static void *teller(void *number)
{
    unsigned seed = *(int *)number;
    for (int i = 0; i < ROUNDS; i++) {
        int from = rand_r(&seed) % ACCOUNTS;
        int to = rand_r(&seed) % ACCOUNTS;
        transfer(from, to);
    }
    return NULL;
}

int main(void)
{
    pthread_t threads[THREADS];
    int numbers[THREADS];
    for (int i = 0; i < ACCOUNTS; i++)
        pthread_mutex_init(&accounts[i].lock, NULL);
    for (int i = 0; i < THREADS; i++) {
        numbers[i] = i;
        pthread_create(&threads[i], NULL, teller, &numbers[i]);
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
