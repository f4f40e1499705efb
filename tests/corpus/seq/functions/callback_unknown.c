// A function of the caller that nobody knows is called: the answer is unknown, not an alarm.
//@ flags: --function use
//@ verdict: unknown
//@ reason: U0302
int use(int (*function)(int))
{
    return function ? function(1) : 0;
}
