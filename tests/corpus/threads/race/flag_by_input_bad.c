// Which flag is stored and which is loaded are inputs. Only where they are the same one does the flag order the data: the other one says when, but orders nothing.
//@ property: race
//@ verdict: unsafe
//@ revisions: none dpor default
//@[none] flags: --memory-model=sc --reduce=none --summaries=off
//@[dpor] flags: --memory-model=sc --reduce=dpor --summaries=off
//@[default] flags: --memory-model=sc
#include <pthread.h>
#include <stdatomic.h>

extern unsigned __VERIFIER_nondet_uint(void);
static atomic_int flags[2] = {1, 1}, ready;
static int data;
static unsigned stored, loaded;

static void *work(void *unused)
{
    data = 1; //~ FINDING data-race
    atomic_store_explicit(&flags[stored], 1, memory_order_release);
    atomic_store_explicit(&ready, 1, memory_order_relaxed);
    return unused;
}

int main(void)
{
    pthread_t thread;
    int seen = 0;
    stored = __VERIFIER_nondet_uint() % 2;
    loaded = __VERIFIER_nondet_uint() % 2;
    pthread_create(&thread, 0, work, 0);
    if (atomic_load_explicit(&ready, memory_order_relaxed) == 1 &&
        atomic_load_explicit(&flags[loaded], memory_order_acquire) == 1)
        seen = data; //~ RELATED race
    pthread_join(thread, 0);
    return seen;
}
