// A loop reads one element behind the end of an array that was written before: an error of the program, and none of the search, which looks at what is read.
//@ verdict: unsafe
#include <pthread.h>

#define COUNT 1000

static int data[COUNT];

static void *sum(void *result)
{
    for (int i = COUNT - 3; i <= COUNT; i++)
        *(long *)result += data[i]; //~ FINDING memory-out-of-bounds
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    long results[2] = {0, 0};
    for (int i = 0; i < COUNT; i++)
        data[i] = i;
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, sum, &results[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
