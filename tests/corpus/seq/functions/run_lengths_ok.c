// A run needs two bytes.
//@ flags: --function encode --where "in && out && n >= 0 && n <= 4 && size(in) >= n && room == size(out) && room <= 8 && !aliases(in, out)"
//@ verdict: safe
int encode(const unsigned char *in, int n, unsigned char *out, int room)
{
    int used = 0;
    for (int i = 0; i < n;) {
        int run = 1;
        while (i + run < n && in[i + run] == in[i]) run++;
        if (used + 2 > room) return -1;
        out[used++] = (unsigned char)run;
        out[used++] = in[i];
        i += run;
    }
    return used;
}
