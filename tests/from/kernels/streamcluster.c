// Threads evaluate points in lock-step: a barrier before and after the first of them decides.
#include <pthread.h>
#define POINTS 8
static pthread_barrier_t barrier;
static int rounds, threads_used, open;
static int costs[4], numbers[4];

static void evaluate(int number)
{
    for (int round = 0; round < rounds; round++) {
        costs[number & 3] = round + number; // @evaluate
        pthread_barrier_wait(&barrier); // @first
        if (number == 0) { // @decide
            int sum = 0;
            for (int i = 0; i < threads_used; i++)
                sum += costs[i & 3];
            if (sum > 3)
                open++;
        }
        pthread_barrier_wait(&barrier); // @second
    }
}

static void *work(void *argument)
{
    evaluate(*(int *)argument); // @work
    return 0;
}

int main(int argc, char **argv)
{
    (void)argv;
    pthread_t threads[4];
    rounds = argc;
    threads_used = 2;
    pthread_barrier_init(&barrier, 0, 2);
    for (int i = 0; i < 2; i++) {
        numbers[i] = i;
        pthread_create(&threads[i], 0, work, &numbers[i]);
    }
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], 0);
    return 0;
}
