// To shrink to nothing frees the memory, which looks like a failure.
//@ verdict: unsafe
#include <stdlib.h>

int main(void) {
    char *memory = malloc(4);
    char *shrunk = realloc(memory, 0);
    if (!shrunk)
        free(memory);  //~ FINDING memory-double-free
    return 0;
}
