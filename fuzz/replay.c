/* replay.c - runs the fuzz target over kept inputs, with any compiler: `replay FILE_OR_FOLDER...`.
 *
 * A fault ends the program by a signal, after the name of the file that caused it. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "base/base.h"

#define INPUT_BYTES_MAX (4u << 20)

int LLVMFuzzerTestOneInput(const u8 *bytes, size_t n);

/* Runs one file; false if it can't be read. */
static bool replay(const char *path)
{
    FILE *file = fopen(path, "rb");
    u8 *room = malloc(INPUT_BYTES_MAX);
    bool ok = file && room;
    if (ok) {
        size_t n = fread(room, 1, INPUT_BYTES_MAX, file);
        ok = !ferror(file);
        u8 *bytes = malloc(n ? n : 1); /* of that very size: a sanitizer sees a read past the end */
        ok = ok && bytes;
        fprintf(stderr, "%s\n", path);
        for (size_t i = 0; ok && i < n; i++)
            bytes[i] = room[i];
        if (ok)
            (void)LLVMFuzzerTestOneInput(bytes, n);
        free(bytes);
    }
    free(room);
    if (file)
        fclose(file);
    return ok;
}

int main(int argc, char **argv)
{
    unsigned passed = 0, failed = 0;
    for (int i = 1; i < argc; i++) {
        struct stat about;
        DIR *folder = !stat(argv[i], &about) && S_ISDIR(about.st_mode) ? opendir(argv[i]) : NULL;
        if (!folder) {
            *(replay(argv[i]) ? &passed : &failed) += 1;
            continue;
        }
        for (const struct dirent *entry; (entry = readdir(folder));) {
            char path[4096];
            if (entry->d_name[0] == '.')
                continue;
            int length = snprintf(path, sizeof path, "%s/%s", argv[i], entry->d_name);
            *(length < (int)sizeof path && replay(path) ? &passed : &failed) += 1;
        }
        closedir(folder);
    }
    printf("%u passed, %u failed\n", passed, failed);
    return failed || !passed;
}
