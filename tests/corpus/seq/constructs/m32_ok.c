// With -m32 pointers and long have four bytes and structures are laid out accordingly.
//@ flags: -m32
//@ verdict: safe
extern void reach_error(void);

struct layout {
    char tag;
    long long wide;
    void *pointer;
};

static int cells[3];

int main(void)
{
    if (sizeof(void *) != 4 || sizeof(long) != 4 || sizeof(struct layout) != 16)
        reach_error();
    unsigned long bits = (unsigned long)&cells[2];
    int *back = (int *)bits;
    *back = 5;
    if (cells[2] != 5 || (char *)back - (char *)cells != 8)
        reach_error();
    return 0;
}
