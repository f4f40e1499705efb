// Bytes of a character are counted as far as the string goes.
//@ flags: --function characters --where "s && string(s) && size(s) <= 6"
//@ verdict: safe
int characters(const unsigned char *s)
{
    int n = 0;
    while (*s) {
        int more = *s >= 0xf0 ? 3 : *s >= 0xe0 ? 2 : *s >= 0xc0 ? 1 : 0;
        s++;
        while (more-- > 0 && *s) s++;
        n++;
    }
    return n;
}
