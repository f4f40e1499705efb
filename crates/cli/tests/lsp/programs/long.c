#include <assert.h>
#include <raddle.h>

int main(void)
{
    unsigned n, sum = 0;
    raddle_make_symbolic(&n, sizeof n, "n");
    for (unsigned i = 0; i < n; i++)
        sum += 2;
    assert(sum % 2 == 0);
    return 0;
}
