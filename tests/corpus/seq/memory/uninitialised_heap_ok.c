// calloc clears memory, so counting may start at once.
//@ verdict: safe
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    int *counter = calloc(1, sizeof *counter);
    (*counter)++;
    assert(*counter == 1);
    free(counter);
    return 0;
}
