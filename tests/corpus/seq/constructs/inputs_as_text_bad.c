// Inputs are shown as what they are: characters as a text, numbers as an array.
//@ property: assert
//@ verdict: unsafe
//@ output: = "a\"b
//@ output: = {0, 7, 0}
//@ output: int[3] at
#include <assert.h>
#include <raddle.h>

int main(void)
{
    char text[4];
    int numbers[3];
    raddle_make_symbolic(text, sizeof text, "text");
    raddle_make_symbolic(numbers, sizeof numbers, "numbers");
    if (text[0] == 'a' && text[1] == '"' && text[2] == 'b' && numbers[1] == 7)
        assert(numbers[0] != 0 || numbers[2] != 0);  //~ FINDING assertion
    return 0;
}
