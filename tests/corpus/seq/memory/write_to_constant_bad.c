// Upper-casing in place writes to a string literal.
//@ verdict: unsafe
static void capitalise(char *word)
{
    word[0] = (char)(word[0] - 'a' + 'A'); //~ FINDING memory-write-to-constant
}

int main(void)
{
    char *word = "raddle";
    capitalise(word);
    return 0;
}
