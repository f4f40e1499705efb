// A thread ends with a lock. Whether anybody ever wants it again is decided behind a loop of any number of rounds.
// flags: -p race -p assert -p memory -p deadlock
// verdict: unsafe
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int x;
static void *work(void *unused)
{
    pthread_mutex_lock(&lock);
    x++;
    if (x == 1)
        return 0;
    pthread_mutex_unlock(&lock);
    return unused;
}
int main(void)
{
    pthread_t w;
    int y = 0, n = __VERIFIER_nondet_int();
    pthread_create(&w, 0, work, 0);
    pthread_join(w, 0);
    for (int i = 0; i < n; i++)
        y++;
    if (y == 0)
        return 0;
    pthread_mutex_lock(&lock);
    x = y;
    pthread_mutex_unlock(&lock);
    return 0;
}
