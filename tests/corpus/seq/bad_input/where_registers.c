// Two small members share a register: preconditions cannot speak of them, and it is said what to do.
//@ flags: --function element --where "s.count <= 4"
//@ exit: 2
//@ error: parts are passed in registers
struct slice {
    int *items;
    unsigned first, count;
};

int element(struct slice s, unsigned at)
{
    return at < s.count ? s.items[s.first + at] : 0;
}
