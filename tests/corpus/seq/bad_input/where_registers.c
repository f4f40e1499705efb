// A small struct is passed in registers: preconditions cannot speak of it, and it is said what to do.
//@ flags: --function element --where "s.count <= 4"
//@ exit: 2
//@ error: parts are passed in registers
struct slice {
    int *items;
    unsigned count;
};

int element(struct slice s, unsigned at)
{
    return at < s.count ? s.items[at] : 0;
}
