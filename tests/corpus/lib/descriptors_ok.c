// What dup, dup2, pread, pwrite, ftruncate, stat, rename and unlink do to a file, and that a pipe is open as long as one of its numbers is.
//@ property: assert memory
//@ verdict: safe
//@ assumption: A0172
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

static void positions(void)
{
    char text[8] = "";
    struct stat status;
    int first = open("log", O_RDWR | O_CREAT | O_TRUNC, 0600);
    int second = dup(first);
    assert(write(first, "ab", 2) == 2 && write(second, "cd", 2) == 2);
    assert(lseek(first, 0, SEEK_CUR) == 4);
    assert(pwrite(first, "X", 1, 6) == 1);
    assert(pread(second, text, sizeof text, 0) == 7);
    assert(memcmp(text, "abcd\0\0X", 7) == 0);
    assert(lseek(second, 0, SEEK_CUR) == 4);
    assert(ftruncate(first, 3) == 0 && fsync(first) == 0);
    assert(fstat(second, &status) == 0 && status.st_size == 3 && S_ISREG(status.st_mode));
    close(first);
    assert(fcntl(second, F_GETFL) == O_RDWR || errno == 0);
    struct iovec parts[2] = {{"1", 1}, {"23", 2}};
    assert(lseek(second, 0, SEEK_END) == 3 && writev(second, parts, 2) == 3);
    assert(unlink("log") == 0 && access("log", F_OK) == -1 && errno == ENOENT);
    assert(pread(second, text, 6, 0) == 6 && memcmp(text, "abc123", 6) == 0);
    close(second);
    assert(pread(second, text, 1, 0) == -1 && errno == EBADF);
}

static void names(void)
{
    struct stat status;
    int file = open("new", O_WRONLY | O_CREAT | O_TRUNC, 0600);
    assert(write(file, "!", 1) == 1);
    close(file);
    assert(rename("new", "settings") == 0);
    assert(stat("new", &status) == -1 && errno == ENOENT);
    assert(stat("settings", &status) == 0 && status.st_size == 1);
}

static void ends_of_a_pipe(void)
{
    char letter;
    int ends[2];
    assert(pipe(ends) == 0);
    assert(dup2(ends[1], 9) == 9 && dup2(9, 9) == 9);
    close(ends[1]);
    assert(write(9, "x", 1) == 1);
    close(9);
    assert(read(ends[0], &letter, 1) == 1 && letter == 'x');
    assert(read(ends[0], &letter, 1) == 0);
    assert(pread(ends[0], &letter, 1, 0) == -1 && errno == ESPIPE);
    close(ends[0]);
}

int main(void)
{
    positions();
    names();
    ends_of_a_pipe();
    return 0;
}
