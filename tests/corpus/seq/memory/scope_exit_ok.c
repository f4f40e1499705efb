// The variable is declared outside of the block, so it is still there; inside, each round has a variable of its own.
//@ verdict: safe
#include <assert.h>

int main(void)
{
    int kept[2] = {0, 0};
    int *escaped = 0;
    for (int i = 0; i < 2; i++) {
        int local = i + 1;
        int *alias = &local;
        *alias += 10;
        if (i == 0)
            escaped = kept;
        kept[i] = local;
    }
    assert(escaped[0] == 11 && escaped[1] == 12);
    return 0;
}
