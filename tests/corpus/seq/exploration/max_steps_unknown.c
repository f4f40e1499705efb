// An endless loop is cut by --max-steps.
//@ flags: --max-steps 1000
//@ verdict: unknown
//@ reason: U0102
static volatile unsigned ticks;

int main(void)
{
    for (;;)
        ticks++;
}
