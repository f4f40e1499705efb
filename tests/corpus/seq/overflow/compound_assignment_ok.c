// The checksum is unsigned.
//@ property: overflow
//@ verdict: safe
int main(void)
{
    static const char text[] = "zzzzzz";
    unsigned hash = 5381;
    for (int i = 0; text[i]; i++) {
        hash *= 33;
        hash += (unsigned)text[i];
    }
    return (int)(hash & 1);
}
