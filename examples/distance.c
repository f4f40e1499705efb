// How far two floors of a building are apart is never negative. Or is it?
#include <assert.h>
#include <raddle.h>

static int distance(int from, int to) {
    return from > to ? from - to : to - from;
}

int main(void) {
    int from, to;
    raddle_make_symbolic(&from, sizeof from, "from");
    raddle_make_symbolic(&to, sizeof to, "to");
    assert(distance(from, to) >= 0);
    return 0;
}
