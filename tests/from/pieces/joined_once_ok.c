// A thread is joined once, behind a loop that goes round too often to be followed.
// flags: -p race -p assert -p memory -p deadlock
// verdict: safe
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);

static void *work(void *unused)
{
    return unused;
}

int main(void)
{
    pthread_t thread, other;
    pthread_create(&thread, 0, work, 0);
    pthread_create(&other, 0, work, 0);
    pthread_join(other, 0);
    int left = 100;
    while (left > 0)
        if (__VERIFIER_nondet_int())
            left--;
    pthread_join(thread, 0);
    return 0;
}
