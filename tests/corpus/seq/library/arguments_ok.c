// Without --arg the program has no arguments, argv ends with NULL, and the verdict says so.
//@ verdict: safe
//@ assumption: A0103
#include <assert.h>
#include <stddef.h>

int main(int argc, char **argv)
{
    assert(argc == 1);
    assert(argv[0] != NULL && argv[argc] == NULL);
    return 0;
}
