// A transform by stages of equal length for all threads, with a barrier behind each.
#include <pthread.h>
static pthread_barrier_t barrier;
static int stages;
static int data[16], numbers[2];

static void transform(int number)
{
    for (int stage = 0; stage < stages; stage++) {
        data[(number & 1) * 8 + (stage & 7)] += stage; // @stage
        pthread_barrier_wait(&barrier); // @barrier
    }
}

static void *work(void *argument)
{
    transform(*(int *)argument); // @work
    return 0;
}

int main(int argc, char **argv)
{
    (void)argv;
    pthread_t threads[2];
    stages = argc;
    pthread_barrier_init(&barrier, 0, 2);
    for (int i = 0; i < 2; i++) {
        numbers[i] = i;
        pthread_create(&threads[i], 0, work, &numbers[i]);
    }
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], 0);
    return 0;
}
