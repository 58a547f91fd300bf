/*
 * Preloaded library for tests of journals: calls on files below a directory fail with EIO, as on a disk with bad
 * sectors.
 *
 *   DISK_FAULTS_DIR=/path DISK_FAULTS_ONE_IN=4 DISK_FAULTS_SEED=7 LD_PRELOAD=libdisk_faults.so COMMAND
 *
 *   DISK_FAULTS_DIR     calls on files below this directory fail
 *   DISK_FAULTS_ONE_IN  average number of calls per failure; 1 if unset
 *   DISK_FAULTS_SEED    seed of the choice; 0 if unset
 *   DISK_FAULTS_WHILE   path: calls fail only while this file exists; always if unset
 *
 * It wraps read, pread, write, pwrite, fsync, fdatasync, msync and posix_fallocate. Java's Linker looks functions up by
 * dlsym(3) with the handle of libc, which ignores preloaded libraries, so dlsym is wrapped too.
 */
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

#define EXPORTED __attribute__((visibility("default")))
#define MAX_RANGES 4096

struct range {
    uintptr_t begin;
    uintptr_t end;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct range ranges[MAX_RANGES]; /* mappings of files below the directory; an entry of length 0 is free */
static const char *directory;
static const char *condition;
static uint64_t one_in = 1;
static _Atomic uint64_t dice;

static uint64_t number(const char *name, uint64_t fallback) {
    const char *text = getenv(name);
    return text ? strtoull(text, NULL, 10) : fallback;
}

__attribute__((constructor)) static void configure(void) {
    directory = getenv("DISK_FAULTS_DIR");
    condition = getenv("DISK_FAULTS_WHILE");
    one_in = number("DISK_FAULTS_ONE_IN", 1);
    dice = number("DISK_FAULTS_SEED", 0);
}

/* splitmix64 */
static int is_drawn(void) {
    uint64_t z = atomic_fetch_add(&dice, 0x9E3779B97F4A7C15u) + 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return one_in > 0 && (z ^ (z >> 31)) % one_in == 0;
}

static int is_on(void) {
    return directory && (!condition || access(condition, F_OK) == 0);
}

static int is_below(int fd) {
    char link[64];
    char path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0) {
        return 0;
    }
    path[length] = 0;
    size_t prefix = strlen(directory);
    return strncmp(path, directory, prefix) == 0 && (path[prefix] == 0 || path[prefix] == '/');
}

/* Preserves errno unless the call fails. */
static int fails(int fd) {
    int before = errno;
    int fault = is_on() && is_below(fd) && is_drawn();
    errno = fault ? EIO : before;
    return fault;
}

static void remember(uintptr_t begin, uintptr_t end) {
    pthread_mutex_lock(&lock);
    for (int i = 0; i < MAX_RANGES; i++) {
        if (ranges[i].begin == ranges[i].end) {
            ranges[i] = (struct range){begin, end};
            break;
        }
    }
    pthread_mutex_unlock(&lock);
}

static int is_mapped(uintptr_t address) {
    int found = 0;
    pthread_mutex_lock(&lock);
    for (int i = 0; i < MAX_RANGES && !found; i++) {
        found = address >= ranges[i].begin && address < ranges[i].end;
    }
    pthread_mutex_unlock(&lock);
    return found;
}

static void forget(uintptr_t begin, uintptr_t end) {
    pthread_mutex_lock(&lock);
    for (int i = 0; i < MAX_RANGES; i++) {
        if (ranges[i].begin >= begin && ranges[i].end <= end) {
            ranges[i] = (struct range){0, 0};
        }
    }
    pthread_mutex_unlock(&lock);
}

static void *faulty_mmap(void *address, size_t length, int protection, int flags, int fd, off_t offset) {
    void *mapped = (void *)syscall(SYS_mmap, address, length, protection, flags, fd, offset);
    if (mapped != MAP_FAILED && directory && fd >= 0 && is_below(fd)) {
        remember((uintptr_t)mapped, (uintptr_t)mapped + length);
    }
    return mapped;
}

static int faulty_munmap(void *address, size_t length) {
    forget((uintptr_t)address, (uintptr_t)address + length);
    return (int)syscall(SYS_munmap, address, length);
}

static int faulty_msync(void *address, size_t length, int flags) {
    if (is_on() && is_mapped((uintptr_t)address) && is_drawn()) {
        errno = EIO;
        return -1;
    }
    return (int)syscall(SYS_msync, address, length, flags);
}

/* Returns its error and preserves errno. */
static int faulty_posix_fallocate(int fd, off_t offset, off_t length) {
    int before = errno;
    int error = fails(fd) ? EIO : syscall(SYS_fallocate, fd, 0, offset, length) < 0 ? errno : 0;
    errno = before;
    return error;
}

EXPORTED ssize_t read(int fd, void *bytes, size_t length) {
    return fails(fd) ? -1 : syscall(SYS_read, fd, bytes, length);
}

EXPORTED ssize_t pread(int fd, void *bytes, size_t length, off_t offset) {
    return fails(fd) ? -1 : syscall(SYS_pread64, fd, bytes, length, offset);
}

EXPORTED ssize_t pread64(int fd, void *bytes, size_t length, off64_t offset) {
    return fails(fd) ? -1 : syscall(SYS_pread64, fd, bytes, length, offset);
}

EXPORTED ssize_t write(int fd, const void *bytes, size_t length) {
    return fails(fd) ? -1 : syscall(SYS_write, fd, bytes, length);
}

EXPORTED ssize_t pwrite(int fd, const void *bytes, size_t length, off_t offset) {
    return fails(fd) ? -1 : syscall(SYS_pwrite64, fd, bytes, length, offset);
}

EXPORTED ssize_t pwrite64(int fd, const void *bytes, size_t length, off64_t offset) {
    return fails(fd) ? -1 : syscall(SYS_pwrite64, fd, bytes, length, offset);
}

EXPORTED int fsync(int fd) {
    return fails(fd) ? -1 : (int)syscall(SYS_fsync, fd);
}

EXPORTED int fdatasync(int fd) {
    return fails(fd) ? -1 : (int)syscall(SYS_fdatasync, fd);
}

typedef void *lookup(void *handle, const char *name);

EXPORTED void *dlsym(void *handle, const char *name) {
    static lookup *_Atomic real;
    static const char *const versions[] = {"GLIBC_2.34", "GLIBC_2.17", "GLIBC_2.2.5"};
    static const struct {
        const char *name;
        void *function;
    } wrapped[] = {{"mmap", faulty_mmap}, {"munmap", faulty_munmap}, {"msync", faulty_msync},
            {"posix_fallocate", faulty_posix_fallocate}};
    for (size_t i = 0; directory && i < sizeof wrapped / sizeof wrapped[0]; i++) {
        if (strcmp(name, wrapped[i].name) == 0) {
            return wrapped[i].function;
        }
    }
    for (size_t i = 0; !real && i < sizeof versions / sizeof versions[0]; i++) {
        real = (lookup *)dlvsym(RTLD_NEXT, "dlsym", versions[i]);
    }
    return real ? real(handle, name) : NULL;
}
