// Two numbers of one opened file share a position, so the second part is not written over the first.
//@ property: assert memory
//@ verdict: unsafe
#include <assert.h>
#include <fcntl.h>
#include <unistd.h>

int main(void)
{
    char text[8] = "";
    int first = open("log", O_RDWR | O_CREAT | O_TRUNC, 0600);
    int second = dup(first);
    assert(second >= 0 && second != first);
    assert(write(first, "ab", 2) == 2);
    assert(write(second, "cd", 2) == 2);
    assert(pread(first, text, sizeof text, 0) == 2); //~ FINDING assert
    close(first);
    close(second);
    return 0;
}
