// What counter.c offers to the programs of this directory.
extern int counter_calls;

void counter_reset(void);
void counter_advance(int by);
int counter_value(void);
