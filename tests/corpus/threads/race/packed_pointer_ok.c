// A pointer that is not aligned; its target is used again after the join.
//@ verdict: safe
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
    *message->cell = 1;
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
    pthread_join(thread, 0);
    assert(*cell == 1);
    free(message);
    free(cell);
    return 0;
}
