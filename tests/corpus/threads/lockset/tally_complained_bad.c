// What the program does about a wrong sum goes wrong itself, and the sum is wrong.
//@ verdict: unsafe
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef N
#define N 4
#endif

static long total;

static void *work(void *rounds)
{
    for (int i = 0; i < *(int *)rounds; i++)
        __sync_add_and_fetch(&total, i);
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    int rounds[2] = {N, N / 2};
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, work, &rounds[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    if (total != (long)N * (N - 1) / 2 + (long)(N / 2) * (N / 2 - 1) / 2 + 1) {
        char *message = malloc(80);
        if (message == NULL)
            return 1;
        strcpy(message, "wrong");
        message[80] = 0; //~ FINDING memory-out-of-bounds
        fprintf(stderr, "%s: %ld\n", message, total);
        abort();
    }
    return 0;
}
