// Threads insert messages into a hash table by compare-and-swap; the words collide, but none is lost.
//@ verdict: safe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int table[4];

static void *insert(void *argument)
{
    int word = (int)(long)argument;
    int slot = (word * 7) % 4;
    int zero = 0;
    while (!atomic_compare_exchange_strong(&table[slot], &zero, word)) {
        slot = (slot + 1) % 4;
        zero = 0;
    }
    return 0;
}

int main(void)
{
    pthread_t one, two;
    int count = 0;
    pthread_create(&one, 0, insert, (void *)1L);
    pthread_create(&two, 0, insert, (void *)5L);
    pthread_join(one, 0);
    pthread_join(two, 0);
    for (int k = 0; k < 4; k++)
        count += table[k] != 0;
    assert(count == 2);
    return 0;
}
