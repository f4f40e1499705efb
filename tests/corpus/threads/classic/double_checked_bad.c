// Double-checked initialisation with a plain pointer: the first look races with the store.
//@ verdict: unsafe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int storage, *instance;

static void *use(void *unused)
{
    if (!instance) {
        pthread_mutex_lock(&m);
        if (!instance) {
            storage = 7;
            instance = &storage; //~ FINDING data-race
        }
        pthread_mutex_unlock(&m);
    }
    assert(*instance == 7); //~ FINDING data-race
    return unused;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, use, 0);
    pthread_create(&two, 0, use, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
