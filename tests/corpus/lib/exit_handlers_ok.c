// Functions registered at exit run in reverse order, also after return from main.
//@ verdict: safe
#include <assert.h>
#include <stdlib.h>

static int step;

static void first(void) {
    assert(step == 2);
}

static void second(void) {
    assert(step == 1);
    step = 2;
}

int main(int argc, char **argv) {
    (void)argv;
    atexit(first);
    atexit(second);
    step = 1;
    if (argc > 1)
        exit(3);
    return 0;
}
