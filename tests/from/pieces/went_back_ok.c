// Control goes back to where `setjmp` has returned already; what is computed behind the loop is known.
// flags: -p assert
// verdict: safe
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>
extern int __VERIFIER_nondet_int(void);
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static jmp_buf mark;
static int added;

static void *rest(void *unused)
{
    return unused;
}

int main(void)
{
    pthread_t thread;
    int rounds = __VERIFIER_nondet_int();
    pthread_create(&thread, 0, rest, 0);
    pthread_join(thread, 0);
    int again = setjmp(mark);
    pthread_mutex_lock(&lock);
    added++;
    pthread_mutex_unlock(&lock);
    if (!again)
        longjmp(mark, 1);
    for (int i = 0; i < rounds; i++)
        ;
    added = rounds & 7;
    assert(added >= 0 && added < 8);
    return 0;
}
