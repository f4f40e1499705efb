// A default value that lives in a global is freed like one from the heap.
//@ verdict: unsafe
#include <stdlib.h>

static int fallback = 3;

int main(void)
{
    int *setting = &fallback;
    free(setting); //~ FINDING memory-invalid-free
    return 0;
}
