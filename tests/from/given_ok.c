// from: --at T1=17 --at T2=18 -p race -p memory
// verdict: safe
#include <pthread.h>
// What main writes for a thread before it creates it stays, although it writes to other elements of the array afterwards, and the threads to other members.
#define THREADS 3
#define EACH 10
struct part { int id, from, to, done; };
static struct part parts[THREADS];
static int data[THREADS * EACH];
static pthread_barrier_t together;

static void *work(void *argument)
{
    struct part *part = argument;
    for (int round = 0; round < 2; round++) {
        for (int i = part->from; i < part->to; i++)
            data[i] += part->id;
        part->done++;
        pthread_barrier_wait(&together);
    }
    for (int i = part->from; i < part->to; i++)
        data[i] = 0;
    return 0;
}

int main(void)
{
    pthread_t threads[THREADS];
    pthread_barrier_init(&together, 0, THREADS);
    for (int i = 0; i < THREADS; i++) {
        parts[i].id = i;
        parts[i].from = i * EACH;
        parts[i].to = (i + 1) * EACH;
        parts[i].done = 0;
        pthread_create(&threads[i], 0, work, &parts[i]);
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], 0);
    return data[5];
}
