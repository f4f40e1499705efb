// Workers that count under a lock what they took, and once more when they have given it back.
//@ property: race
//@ verdict: unsafe
//@ family: N=2..3
//@ revisions: dpor pdpor pdpor_summaries
//@[dpor] flags: --reduce=dpor --summaries=on --first
//@[pdpor] flags: --reduce=pdpor --summaries=off --first
//@[pdpor_summaries] flags: --reduce=pdpor --summaries=on --first
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int queue[4], count, taken;

static void put(int value)
{
    pthread_mutex_lock(&m);
    if (count < 4) {
        queue[0] = value;
        count++;
    }
    pthread_mutex_unlock(&m);
}

static void *work(void *argument)
{
    int *start = argument;
    for (int k = 0; k < 2; k++) {
        put(*start + k);
        pthread_mutex_lock(&m);
        if (count > 0) {
            count--;
            taken += queue[0];
        }
        pthread_mutex_unlock(&m);
        taken++;  //~ FINDING race
    }
    return 0;
}

int main(void)
{
    pthread_t threads[N];
    int numbers[N];
    for (int i = 0; i < N; i++) {
        numbers[i] = i;
        pthread_create(&threads[i], 0, work, &numbers[i]);
    }
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], 0);
    return taken != 0;
}
