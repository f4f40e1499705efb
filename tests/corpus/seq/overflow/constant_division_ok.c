// What is undefined is not executed: on a side that nobody takes, or where only the type is asked for.
//@ property: overflow
//@ verdict: safe
struct pair { int first, second; };

static struct pair both(void)
{
    struct pair pair = {1, 2};
    return pair;
}

int main(void)
{
    int never = 0;
    if (never)
        return 6 / (3 - 3);
    return sizeof(1 / 0) == sizeof(int) && both().first == 1 ? 0 : 1;
}
