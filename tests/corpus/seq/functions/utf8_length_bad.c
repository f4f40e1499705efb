// A character that is cut off at the end of a string leads behind it.
//@ flags: --function characters --where "s && string(s) && size(s) <= 6"
//@ verdict: unsafe
int characters(const unsigned char *s)
{
    int n = 0;
    while (*s) { //~ FINDING memory-out-of-bounds
        int more = *s >= 0xf0 ? 3 : *s >= 0xe0 ? 2 : *s >= 0xc0 ? 1 : 0;
        s += 1 + more;
        n++;
    }
    return n;
}
