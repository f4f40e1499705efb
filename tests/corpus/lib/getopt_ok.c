// Options of the command line.
//@ verdict: safe
//@ flags: --arg -ab --arg -n --arg 5 --arg -x7 --arg file
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char **argv) {
    int seen = 0, n = 0, x = 0, option;
    while ((option = getopt(argc, argv, "abn:x:")) != -1)
        switch (option) {
        case 'a':
            seen |= 1;
            break;
        case 'b':
            seen |= 2;
            break;
        case 'n':
            n = atoi(optarg);
            break;
        case 'x':
            x = atoi(optarg);
            break;
        default:
            assert(0);
        }
    assert(seen == 3 && n == 5 && x == 7);
    assert(optind == argc - 1 && strcmp(argv[optind], "file") == 0);
    return 0;
}
