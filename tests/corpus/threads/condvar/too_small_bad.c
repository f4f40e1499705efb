// A condition variable that is the last member of memory which was allocated for less: nobody waits, and the signal still looks at it.
//@ property: memory
//@ verdict: unsafe
#include <pthread.h>
#include <stdlib.h>

struct gate {
    int open;
    pthread_cond_t opened;
};

int main(void)
{
    struct gate *gate = calloc(1, sizeof(int) + 24);
    if (gate == 0)
        return 0;
    pthread_cond_signal(&gate->opened); //~ FINDING memory-out-of-bounds
    free(gate);
    return 0;
}
