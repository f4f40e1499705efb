// malloc does not clear memory: the counter is incremented from whatever was there.
//@ verdict: unsafe
#include <stdlib.h>

int main(void)
{
    int *counter = malloc(sizeof *counter);
    (*counter)++;
    if (*counter > 1) { //~ FINDING memory-uninitialised
        free(counter);
        return 1;
    }
    free(counter);
    return 0;
}
