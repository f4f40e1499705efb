// Arguments given with --arg arrive in argv.
//@ flags: --arg -n --arg 3
//@ verdict: unsafe
//@ assumption: A0103
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
    assert(argc == 3 && strcmp(argv[1], "-n") == 0);
    assert(atoi(argv[2]) > 3); //~ FINDING assertion
    return 0;
}
