// A running checksum in a signed int overflows at its third step.
//@ property: overflow
//@ verdict: unsafe
int main(void)
{
    static const char text[] = "zzzzzz";
    int hash = 5381;
    for (int i = 0; text[i]; i++) {
        hash *= 33; //~ FINDING overflow
        hash += text[i];
    }
    return hash & 1;
}
