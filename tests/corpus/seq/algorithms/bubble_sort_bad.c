// Bubble sort whose inner loop compares the last element with its missing neighbour.
//@ verdict: unsafe
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int numbers[3];
    for (int i = 0; i < 3; i++)
        numbers[i] = __VERIFIER_nondet_int();
    for (int round = 0; round < 3; round++)
        for (int i = 0; i < 3 - round; i++)
            if (numbers[i] > numbers[i + 1]) { //~ FINDING memory-out-of-bounds
                int kept = numbers[i];
                numbers[i] = numbers[i + 1];
                numbers[i + 1] = kept;
            }
    return 0;
}
