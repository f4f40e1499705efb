// The lock is held all the time: the thread that would abort the program never comes there.
//@ verdict: safe
//@ revisions: none dpor summaries states pdpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
//@[summaries] flags: --reduce=dpor --summaries=on
//@[states] flags: --reduce=none --summaries=on
//@[pdpor] flags: --reduce=pdpor
#include <pthread.h>
#include <stdlib.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int users;

static void *use(void *unused)
{
    pthread_mutex_lock(&m);
    users++;
    if (users > 1)
        abort();
    users--;
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, use, 0);
    pthread_create(&second, 0, use, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
