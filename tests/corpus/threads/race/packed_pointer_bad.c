// A pointer that is not aligned makes what it points to shared like any other.
//@ verdict: unsafe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct __attribute__((packed)) message {
    char kind;
    int *cell;
};

static void *writer(void *argument)
{
    struct message *message = argument;
    *message->cell = 1; //~ FINDING race
    return 0;
}

int main(void)
{
    pthread_t thread;
    int *cell = malloc(sizeof *cell);
    struct message *message = malloc(sizeof *message);
    *cell = 0;
    message->cell = cell;
    pthread_create(&thread, 0, writer, message);
    *cell = 2; //~ RELATED race
    pthread_join(thread, 0);
    free(message);
    free(cell);
    return 0;
}
