// Long options: with an argument behind `=` or in the next word, shortened, and unknown ones.
//@ property: assert memory
//@ verdict: safe
#include <assert.h>
#include <getopt.h>
#include <string.h>

int main(void)
{
    static int is_loud;
    static const struct option known[] = {
        {"name", required_argument, NULL, 'n'}, {"count", required_argument, NULL, 'c'}, {"loud", no_argument, &is_loud, 7}, {0}};
    char *words[] = {"program", "--name=joe", "-v", "--coun", "3", "--loud", "--wrong", "rest", NULL};
    int letter, seen = 0;
    opterr = 0;
    while ((letter = getopt_long(8, words, "v", known, NULL)) != -1) {
        seen = seen * 2 + 1;
        if (letter == 'n')
            assert(strcmp(optarg, "joe") == 0);
        else if (letter == 'c')
            assert(strcmp(optarg, "3") == 0);
        else if (letter == 0)
            assert(is_loud == 7);
        else
            assert(letter == 'v' || letter == '?');
    }
    assert(seen == 31 && optind == 7);
    return 0;
}
