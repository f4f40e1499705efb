// One entry of the table of handlers was left empty.
//@ verdict: unsafe
extern unsigned __VERIFIER_nondet_uint(void);

static int open_handler(int x) { return x + 1; }
static int close_handler(int x) { return x - 1; }

static int (*const handlers[4])(int) = {[0] = open_handler, [3] = close_handler};

int main(void)
{
    unsigned event = __VERIFIER_nondet_uint() % 4;
    if (event == 1)
        return 0;
    return handlers[event](event) > 5; //~ FINDING memory-null-dereference
}
