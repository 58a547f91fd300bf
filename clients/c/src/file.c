#include "file.h"

#include "error.h"
#include "memory_group.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#define HUGETLBFS_MAGIC 0x958458f6

static int foreign(const char *path, struct verbus_error *error)
{
    return verbus_fail(error, VERBUS_DAMAGED, "%s is not a regular file: move it out of its directory", path);
}

int verbus_file_open(const char *path, bool writable, struct verbus_error *error)
{
    int fd = open(path, (writable ? O_RDWR : O_RDONLY) | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0)
        return errno == ELOOP || errno == EISDIR || errno == ENXIO
                   ? foreign(path, error)
                   : verbus_fail_errno(error, errno, "cannot open %s", path);
    struct stat status;
    if (fstat(fd, &status) != 0 || !S_ISREG(status.st_mode)) {
        close(fd);
        return foreign(path, error);
    }
    return fd;
}

int verbus_file_map(const char *path, bool writable, struct verbus_map *map, struct verbus_error *error)
{
    int fd = verbus_file_open(path, writable, error);
    if (fd < 0)
        return fd;
    struct stat status;
    if (fstat(fd, &status) != 0 || status.st_size <= 0) {
        close(fd);
        return verbus_fail(error, VERBUS_DAMAGED, "%s is empty: remove it", path);
    }
    size_t length = (size_t)status.st_size;
    void *memory = mmap(NULL, length, writable ? PROT_READ | PROT_WRITE : PROT_READ, MAP_SHARED, fd, 0);
    int number = errno;
    close(fd);
    if (memory == MAP_FAILED)
        return verbus_fail_errno(error, number, "cannot map %s", path);
    map->memory = memory;
    map->length = length;
    map->inode = status.st_ino;
    return VERBUS_OK;
}

/* Files on hugetlbfs have whole huge pages. */
static size_t rounded(int fd, size_t length)
{
    struct statfs system;
    if (fstatfs(fd, &system) != 0 || (unsigned long)system.f_type != HUGETLBFS_MAGIC)
        return length;
    size_t page = (size_t)system.f_bsize;
    return (length + page - 1) / page * page;
}

int verbus_file_create(const char *hidden, const char *path, size_t length, struct verbus_map *map,
                       struct verbus_error *error)
{
    int fd = open(hidden, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (fd < 0)
        return verbus_fail_errno(error, errno, "cannot create %s", path);
    size_t whole = rounded(fd, length);
    if (whole == length) { /* huge pages do not count there */
        int status = memory_group_check(path, whole, error);
        if (status != VERBUS_OK) {
            close(fd);
            (void)unlink(hidden);
            return status;
        }
    }
    int number = posix_fallocate(fd, 0, (off_t)whole);
    void *memory = number == 0 ? mmap(NULL, whole, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0) : MAP_FAILED;
    number = number == 0 && memory == MAP_FAILED ? errno : number;
    close(fd);
    if (number != 0) {
        (void)unlink(hidden);
        return verbus_fail_errno(error, number, "cannot allocate %zu bytes for %s (free memory of the host, or choose a"
                                 " smaller file)", whole, path);
    }
    map->memory = memory;
    map->length = whole;
    return VERBUS_OK;
}

int verbus_file_name(const char *hidden, const char *path, struct verbus_error *error)
{
    return rename(hidden, path) == 0 ? VERBUS_OK : verbus_fail_errno(error, errno, "cannot create %s", path);
}

void verbus_file_unmap(struct verbus_map *map)
{
    if (map->memory != NULL) {
        (void)munmap(map->memory, map->length);
        map->memory = NULL;
        map->length = 0;
    }
}
