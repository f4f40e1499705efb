// N threads insert four messages each into a hash table of 128 slots by compare-and-swap. Up to 11 threads never collide.
//@ verdict: safe
//@ revisions: dpor
//@ family: N=2,11,12,13
//@ flags: --reduce=dpor --summaries=off
//@ full_runs: 1 1 8 64
//@ blocked_runs: 0 0 0 0
#include <pthread.h>
#include <stdatomic.h>

#define SIZE 128
#define MESSAGES 4

atomic_int table[SIZE];

static void *insert(void *argument)
{
    int id = (int)(long)argument;
    for (int m = 1; m <= MESSAGES; m++) {
        int word = m * 11 + id;
        int slot = (word * 7) % SIZE;
        int zero = 0;
        while (!atomic_compare_exchange_strong(&table[slot], &zero, word)) {
            slot = (slot + 1) % SIZE;
            zero = 0;
        }
    }
    return 0;
}

int main(void)
{
    pthread_t t[N];
    for (long k = 0; k < N; k++)
        pthread_create(&t[k], 0, insert, (void *)k);
    for (int k = 0; k < N; k++)
        pthread_join(t[k], 0);
    return 0;
}
