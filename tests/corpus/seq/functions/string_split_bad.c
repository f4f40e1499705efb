// What is looked for need not be there.
//@ flags: --function split --where "string(text)"
//@ verdict: unsafe
int split(char *text, char at)
{
    int i = 0;
    while (text[i] != at) //~ FINDING memory-out-of-bounds
        i++;
    text[i] = 0;
    return i;
}
