// A mutex on the heap is used without having been initialised.
//@ property: deadlock
//@ verdict: unsafe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <pthread.h>
#include <stdlib.h>

struct account {
    pthread_mutex_t lock;
    int balance;
};

int main(void)
{
    struct account *account = malloc(sizeof *account);
    account->balance = 0;
    pthread_mutex_lock(&account->lock); //~ FINDING uninitialised-sync
    account->balance++;
    pthread_mutex_unlock(&account->lock);
    free(account);
    return 0;
}
