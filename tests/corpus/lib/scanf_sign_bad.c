// A sign without digits is no number, but scanf takes it. So what it leaves may begin like a number: of "--5" the first
// conversion fails and the second one gives -5.
//@ verdict: unsafe
#include <assert.h>
#include <stdio.h>

int main(void) {
    int n = 0;
    if (scanf("%d", &n) == 0) {
        int again = scanf("%d", &n);
        assert(again != 1);  //~ FINDING assert
        if (again == 0) {
            int c = getchar();
            assert(c != '-');  //~ FINDING assert
            assert(c != EOF);  //~ FINDING assert
        }
    }
    return 0;
}
