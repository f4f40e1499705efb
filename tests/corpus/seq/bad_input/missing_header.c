// A header that does not exist.
//@ exit: 2
//@ error: no_such_header_anywhere.h
#include "no_such_header_anywhere.h"

int main(void)
{
    return 0;
}
