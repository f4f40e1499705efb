// Two tallies, one of which nobody looks at in the end: the second thread that adds to it is the second one to use it at all.
//@ verdict: safe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
//@[default] states: <= 3
//@[default] counter.pruned_by_locksets: 1
#include <assert.h>
#include <pthread.h>

int count = 3;
struct { int lines, bytes; } diary;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *unused)
{
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&lock);
        count += 5;
        count--;
        diary.lines++;
        diary.bytes += 2;
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

int main(void)
{
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], 0, work, 0);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], 0);
    assert(count == 19);
    return 0;
}
