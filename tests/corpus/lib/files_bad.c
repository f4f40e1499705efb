// Nobody looks whether the file is there, and five characters of it do not fit the buffer.
//@ property: memory
//@ verdict: unsafe
//@ flags: --input 5
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int main(void)
{
    char name[4];
    int descriptor = open("names", O_RDONLY);
    if (descriptor >= 0) {
        read(descriptor, name, 5);  //~ FINDING memory-out-of-bounds
        close(descriptor);
    }
    FILE *file = fopen("numbers", "r");
    return fgetc(file);  //~ FINDING memory
}
