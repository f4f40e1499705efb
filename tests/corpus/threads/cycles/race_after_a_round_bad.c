// From the second one on, a round leaves everything as it was but an access behind, with which the other thread's access races.
// It cannot race in another way: whoever comes before a round ends the rounds, and whoever comes into it looks away.
//@ verdict: unsafe
//@ property: race
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=on
//@[dpor] flags: --reduce=dpor --summaries=on
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

int within, gone, data, seen;

// What was read here is forgotten on return.
static int round_ends(int started)
{
    __VERIFIER_atomic_begin();
    if (gone) {
        __VERIFIER_atomic_end();
        return 1;
    }
    within = 1;
    __VERIFIER_atomic_end();
    if (started)
        data = 0;  //~ FINDING data-race
    within = 0;    //~ FINDING data-race
    return 0;
}

static void *run(void *unused)
{
    int started = 0;
    while (!round_ends(started))
        started = 1;
    return unused;
}

static void *look(void *unused)
{
    __VERIFIER_atomic_begin();
    if (within == 0) {
        gone = 1;
        seen = data;
    }
    __VERIFIER_atomic_end();
    return unused;
}

int main(void)
{
    pthread_t first, second;
    data = 0;
    pthread_create(&first, 0, run, 0);
    pthread_create(&second, 0, look, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
