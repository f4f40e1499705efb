// Options are priced by threads that each take a part of them, in a number of runs that main sets; the parts follow from the number of a thread.
#include <pthread.h>
#define THREADS 2
#ifndef MOST
#define MOST 2
#endif
#ifndef RUNS
#define RUNS 1
#endif
struct option { int kind; int strike, spot, price; };
static struct option *options;
static int count, runs;
static int numbers[THREADS];
void *malloc(unsigned long);
extern int __VERIFIER_nondet_int(void);

static void price(int number)
{
    int part = count / THREADS;
    int start = number * part, end = start + part;
    for (int run = 0; run < runs; run++)
        for (int i = start; i < end; i++) {
            int diff = options[i].spot - options[i].strike; // @price
            if (options[i].kind == 0)
                options[i].price = diff > 0 ? diff : 0;
            else
                options[i].price = diff < 0 ? -diff : 0;
        }
}

static void *work(void *argument)
{
    price(*(int *)argument); // @work
    return 0;
}

int main(int argc, char **argv)
{
    (void)argv;
    pthread_t threads[THREADS];
    if (argc < 1 || argc > MOST)
        return 1;
    count = argc * THREADS;
    runs = RUNS;
    options = malloc(sizeof *options * MOST * THREADS);
    if (!options)
        return 1;
    for (int i = 0; i < MOST * THREADS; i++) {
        options[i].kind = __VERIFIER_nondet_int() & 1;
        options[i].strike = __VERIFIER_nondet_int() & 1023;
        options[i].spot = __VERIFIER_nondet_int() & 1023;
        options[i].price = 0;
    }
    for (int i = 0; i < THREADS; i++) {
        numbers[i] = i;
        pthread_create(&threads[i], 0, work, &numbers[i]);
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], 0); // @join
    return 0;
}
