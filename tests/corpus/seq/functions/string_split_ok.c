// A string is cut in two where a character stands.
//@ flags: --function split --where "string(text)"
//@ verdict: safe
int split(char *text, char at)
{
    int i = 0;
    while (text[i] && text[i] != at)
        i++;
    text[i] = 0;
    return i;
}
