// Two threads copy a member that nobody wrote: both find the same in it, whoever comes first.
//@ verdict: safe
//@ property: assert
//@ assumption: A0112
//@ revisions: none dpor summaries jobs
//@[none] flags: --reduce none --summaries off
//@[dpor] flags: --summaries off
//@[summaries] flags: --summaries on
//@[jobs] flags: --jobs 2
#include <assert.h>
#include <pthread.h>
struct pair {
    int to, from;
};
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
void *copy(void *argument) {
    struct pair *pair = argument;
    pthread_mutex_lock(&mutex);
    pair->to = pair->from;
    pthread_mutex_unlock(&mutex);
    return 0;
}
int main(void) {
    struct pair pair;
    pthread_t one, two;
    pthread_create(&one, 0, copy, &pair);
    pthread_create(&two, 0, copy, &pair);
    pthread_join(one, 0);
    pthread_join(two, 0);
    assert(pair.to < 7 || pair.from >= 7);
    return 0;
}
