// An endless loop is cut by --time.
//@ flags: --time 1
//@ verdict: unknown
//@ reason: U0103
//@ reason: U0151
static volatile unsigned ticks;

int main(void)
{
    for (;;)
        ticks++;
}
