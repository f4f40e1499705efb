// What a handle of no type leads to is said with a cast.
//@ flags: --function stream_read
//@ verdict: safe
#include <raddle.h>
#include <string.h>

struct stream {
    size_t at, length;
    const char *data;
};
#define STREAM(handle) ((const struct stream *)(handle))

int stream_read(void *handle, char *to, size_t room)
{
    raddle_requires(handle && to && room <= 8 && size(to) >= room && STREAM(handle)->data);
    raddle_requires(STREAM(handle)->length <= 8 && STREAM(handle)->at <= STREAM(handle)->length);
    raddle_requires(size(STREAM(handle)->data) == STREAM(handle)->length);
    struct stream *stream = handle;
    size_t count = stream->length - stream->at;
    if (count > room)
        count = room;
    memmove(to, stream->data + stream->at, count);
    stream->at += count;
    return (int)count;
}
