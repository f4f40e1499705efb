// There may be no descriptor left, a wait may be interrupted, and a function to call at exit may find no room; nobody looks at what these calls return but the assertions.
//@ flags: --calls-may-fail
//@ verdict: unsafe
#include <assert.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>

static void nothing(void)
{
}

int main(void)
{
    int ends[2];
    assert(pipe(ends) == 0);  //~ FINDING assertion
    assert(dup(ends[0]) >= 0);  //~ FINDING assertion
    assert(eventfd(0, 0) >= 0);  //~ FINDING assertion
    assert(open("made", O_CREAT | O_WRONLY, 0600) >= 0);  //~ FINDING assertion
    assert(fopen("written", "w"));  //~ FINDING assertion
    assert(poll(NULL, 0, 10) == 0);  //~ FINDING assertion
    assert(atexit(nothing) == 0);  //~ FINDING assertion
    return 0;
}
