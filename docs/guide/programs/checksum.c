#include <assert.h>

int checksum(int); /* lives in a library that is not here */

int main(void)
{
    assert(checksum(7) == checksum(7));
    return 0;
}
