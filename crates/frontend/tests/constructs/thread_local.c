// Thread-local variables, static and external, with their addresses taken.
_Thread_local int level = 3;
static _Thread_local struct { long a; char b[4]; } state = { 7, "abc" };
extern _Thread_local int elsewhere;
_Thread_local int elsewhere;
int *address(void) { return &level; }
int bump(void) { static _Thread_local int calls; return ++calls; }
int main(void) { level++; state.a += level; *address() = 9; return bump() + bump() + level + state.b[1] + elsewhere; }
