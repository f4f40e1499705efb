// A `void *` parameter points to what the function takes it for.
//@ flags: --function visit --where "!null(context)"
//@ verdict: safe
struct totals {
    unsigned count, sum;
};

void visit(void *context, unsigned number)
{
    struct totals *totals = context;
    totals->count++;
    totals->sum += number;
}
