// With a symbolic argument the option letter may be one nobody thought of.
//@ flags: --symbolic-args 1
//@ verdict: unsafe
#include <assert.h>

int main(int argc, char **argv)
{
    if (argc < 2 || argv[1][0] != '-')
        return 0;
    switch (argv[1][1]) {
    case 'h':
    case 'v':
        return 0;
    default:
        assert(argv[1][1] == 'q'); //~ FINDING assertion
    }
    return 0;
}
