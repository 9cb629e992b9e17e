/* Memory for NumPy's arrays that is filled with a byte when it is new, lies between guards, and is filled again when it
   is freed. tests/guarded_memory.py compiles it. */

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { GUARD = 256 };

typedef struct {
    size_t size;
    unsigned char byte;
} Head; /* it lies at the start of the guard before the memory */

static unsigned char byte_of_new = 0;
static long written_outside = 0;

void guarded_fill(int byte) { byte_of_new = (unsigned char)byte; }
long guarded_written_outside(void) {
    long count = written_outside;
    written_outside = 0;
    return count;
}

static void* new_block(size_t size) {
    unsigned char* at = malloc(size + 2 * GUARD);
    if (at == NULL) return NULL;
    memset(at, byte_of_new, size + 2 * GUARD);
    ((Head*)at)->size = size;
    ((Head*)at)->byte = byte_of_new;
    return at + GUARD;
}

static int whole(const unsigned char* at, const unsigned char* end, unsigned char byte) {
    while (at < end && *at == byte) at++;
    return at == end;
}

static void* made_block(void* context, size_t size) {
    (void)context;
    return new_block(size);
}

static void* clear_block(void* context, size_t count, size_t size) {
    void* block = count && size > SIZE_MAX / 2 / count ? NULL : new_block(count * size);
    (void)context;
    return block == NULL ? NULL : memset(block, 0, count * size);
}

static void free_block(void* context, void* block, size_t unused) {
    unsigned char* at = (unsigned char*)block - GUARD;
    const Head head = *(Head*)(block == NULL ? (void*)&(Head){0} : at);
    (void)context, (void)unused;
    if (block == NULL) return;
    if (!whole(at + sizeof(Head), at + GUARD, head.byte) ||
        !whole(at + GUARD + head.size, at + 2 * GUARD + head.size, head.byte))
        written_outside++;
    memset(at, byte_of_new, head.size + 2 * GUARD); /* who still reads it reads something else */
    free(at);
}

static void* resized_block(void* context, void* block, size_t size) {
    void* other = new_block(size);
    size_t before;
    if (block == NULL || other == NULL) return other;
    before = ((Head*)((unsigned char*)block - GUARD))->size;
    memcpy(other, block, before < size ? before : size);
    free_block(context, block, before);
    return other;
}

/* NumPy's PyDataMem_Handler */
struct {
    char name[127];
    uint8_t version;
    void* context;
    void* (*malloc)(void*, size_t);
    void* (*calloc)(void*, size_t, size_t);
    void* (*realloc)(void*, void*, size_t);
    void (*free)(void*, void*, size_t);
} guarded_handler = {"guarded", 1, NULL, made_block, clear_block, resized_block, free_block};
