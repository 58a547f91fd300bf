#include "directory.h"

#include "error.h"
#include "words.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#define TMPFS_MAGIC 0x01021994
#define RAMFS_MAGIC 0x858458f6
#define HUGETLBFS_MAGIC 0x958458f6

/* A sweep of another process may briefly lock a new lock file, or remove a directory that is empty: try again. */
enum { ATTEMPTS = 1000 };

uint64_t directory_random_id(void)
{
    uint64_t id = 0;
    while (id == 0)
        while (getrandom(&id, sizeof id, 0) != (ssize_t)sizeof id)
            continue;
    return id;
}

static int make_private(const char *path, struct verbus_error *error)
{
    struct stat status;
    if (mkdir(path, 0700) == 0)
        return VERBUS_OK;
    if (errno != EEXIST)
        return verbus_fail_errno(error, errno, "cannot create %s", path);
    if (lstat(path, &status) != 0)
        return verbus_fail_errno(error, errno, "cannot use %s", path);
    if (!S_ISDIR(status.st_mode))
        return verbus_fail(error, VERBUS_PERMANENT, "%s is not a directory: remove it", path);
    if (status.st_uid != geteuid())
        return verbus_fail(error, VERBUS_PERMANENT,
                           "%s belongs to user %u: set VERBUS_DIR to a directory of your own", path,
                           (unsigned)status.st_uid);
    if ((status.st_mode & 0022) != 0)
        return verbus_fail(error, VERBUS_PERMANENT,
                           "%s can be written by other users, and this client shares no directory: set VERBUS_DIR to a"
                           " directory of your own",
                           path);
    return VERBUS_OK;
}

static int check_in_memory(const char *path, struct verbus_error *error)
{
    struct statfs system;
    if (statfs(path, &system) != 0)
        return verbus_fail_errno(error, errno, "cannot use %s", path);
    unsigned long type = (unsigned long)system.f_type;
    if (type == TMPFS_MAGIC || type == RAMFS_MAGIC || type == HUGETLBFS_MAGIC)
        return VERBUS_OK;
    return verbus_fail(error, VERBUS_PERMANENT,
                       "%s is on a disk, where logs would be written to it: set VERBUS_DIR to a directory on tmpfs or"
                       " hugetlbfs, such as /dev/shm/verbus",
                       path);
}

/* The file system of the nearest parent that exists, so that nothing remains on a refusal. */
static int check_parent(const char *path, struct verbus_error *error)
{
    char parent[PATH_SIZE];
    (void)snprintf(parent, sizeof parent, "%s", path);
    while (access(parent, F_OK) != 0) {
        char *slash = strrchr(parent, '/');
        if (slash == NULL || slash == parent)
            return check_in_memory(slash == NULL ? "." : "/", error);
        *slash = 0;
    }
    return check_in_memory(parent, error);
}

int directory_open(const char *path, struct directory *directory, struct verbus_error *error)
{
    *directory = (struct directory){.lock = -1};
    if (path == NULL)
        path = getenv("VERBUS_DIR");
    char usual[256];
    if (path == NULL || path[0] == 0) {
        struct passwd *user = getpwuid(geteuid());
        if (user == NULL)
            return verbus_fail(error, VERBUS_PERMANENT,
                               "user %u has no name for the default bus directory: set VERBUS_DIR",
                               (unsigned)geteuid());
        (void)snprintf(usual, sizeof usual, "/dev/shm/verbus-%s", user->pw_name);
        path = usual;
    }
    if (strlen(path) >= sizeof directory->root)
        return verbus_fail(error, VERBUS_INVALID, "the path %.80s... is too long: set VERBUS_DIR to a shorter one",
                           path);
    strcpy(directory->root, path);
    for (size_t end = strlen(path); end > 1 && directory->root[end - 1] == '/'; end--)
        directory->root[end - 1] = 0;
    char processes[PATH_SIZE];
    (void)snprintf(processes, sizeof processes, "%s/.processes", directory->root);
    int status = check_parent(directory->root, error);
    if (status == VERBUS_OK)
        status = make_private(directory->root, error);
    if (status == VERBUS_OK)
        status = make_private(processes, error);
    return status;
}

void directory_process_path(const struct directory *directory, uint64_t process, const char *suffix,
                            char path[static PATH_SIZE])
{
    char id[17];
    verbus_id_print(process, id);
    (void)snprintf(path, PATH_SIZE, "%s/.processes/%s%s", directory->root, id, suffix);
}

void directory_stream_path(const struct directory *directory, const char *stream, uint64_t id, const char *suffix,
                           char path[static PATH_SIZE])
{
    char name[17];
    verbus_id_print(id, name);
    (void)snprintf(path, PATH_SIZE, "%s/%s/%s%s", directory->root, stream, name, suffix);
}

void directory_hidden_path(const struct directory *directory, const char *path, char hidden[static PATH_SIZE])
{
    char id[17];
    const char *name = strrchr(path, '/') + 1;
    verbus_id_print(directory->process, id);
    (void)snprintf(hidden, PATH_SIZE, "%.*s.%s.%s", (int)(name - path), path, id, name);
}

/* Returns a descriptor, or -1 if a sweep has locked or removed the file meanwhile. */
static int try_to_enter(const char *hidden, const char *path, int *status, struct verbus_error *error)
{
    int fd = open(hidden, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (fd < 0) {
        *status = verbus_fail_errno(error, errno, "cannot create %s", path);
        return -1;
    }
    if (flock(fd, LOCK_EX | LOCK_NB) == 0) {
        if (rename(hidden, path) == 0)
            return fd;
        if (errno != ENOENT)
            *status = verbus_fail_errno(error, errno, "cannot create %s", path);
    } else if (errno != EWOULDBLOCK) {
        *status = verbus_fail_errno(error, errno, "cannot lock %s", path);
    }
    close(fd);
    (void)unlink(hidden);
    return -1;
}

int directory_enter(struct directory *directory, struct verbus_error *error)
{
    char path[PATH_SIZE];
    char hidden[PATH_SIZE];
    int status = VERBUS_OK;
    directory->process = directory_random_id();
    directory_process_path(directory, directory->process, ".lock", path);
    char *name = strrchr(path, '/') + 1;
    (void)snprintf(hidden, sizeof hidden, "%.*s.%s", (int)(name - path), path, name);
    for (int attempt = 0; attempt < ATTEMPTS && status == VERBUS_OK; attempt++) {
        directory->lock = try_to_enter(hidden, path, &status, error);
        if (directory->lock >= 0)
            return VERBUS_OK;
    }
    return status != VERBUS_OK ? status
                               : verbus_fail(error, VERBUS_TEMPORARY,
                                             "cannot lock %s, because another process removes it repeatedly: try again",
                                             path);
}

void directory_leave(struct directory *directory)
{
    if (directory->lock >= 0) {
        char path[PATH_SIZE];
        directory_process_path(directory, directory->process, ".lock", path);
        (void)unlink(path);
        close(directory->lock);
        directory->lock = -1;
    }
    verbus_file_unmap(&directory->changes);
}

/* A shared lock is tried, so that two concurrent checks do not take each other for the owner. */
bool directory_is_alive(const struct directory *directory, uint64_t process)
{
    char path[PATH_SIZE];
    directory_process_path(directory, process, ".lock", path);
    int fd = open(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0)
        return errno != ENOENT || directory_is_removed(directory);
    bool held = flock(fd, LOCK_SH | LOCK_NB) != 0;
    close(fd);
    return held;
}

bool directory_is_removed(const struct directory *directory)
{
    char path[PATH_SIZE];
    struct stat status;
    directory_process_path(directory, directory->process, ".lock", path);
    return lstat(path, &status) != 0;
}

int directory_make_stream(const struct directory *directory, const char *stream, struct verbus_error *error)
{
    char path[PATH_SIZE];
    (void)snprintf(path, sizeof path, "%s/%s", directory->root, stream);
    return make_private(path, error);
}

int directory_create_common(const struct directory *directory, const char *path, size_t length, const char magic[8],
                            uint32_t version, uint32_t entries, struct verbus_error *error)
{
    char hidden[PATH_SIZE];
    struct verbus_map map;
    if (access(path, F_OK) == 0)
        return VERBUS_OK;
    directory_hidden_path(directory, path, hidden);
    int status = verbus_file_create(hidden, path, length, &map, error);
    if (status != VERBUS_OK)
        return status;
    memcpy(map.memory, magic, 8);
    verbus_put32(map.memory, 8, version);
    verbus_put32(map.memory, 12, entries);
    verbus_file_unmap(&map);
    if (link(hidden, path) != 0 && errno != EEXIST) /* a rename would replace the file of another process */
        status = verbus_fail_errno(error, errno, "cannot create %s", path);
    (void)unlink(hidden);
    return status;
}

int directory_list(const char *path, const char *suffix, directory_visitor visitor, void *context,
                   struct verbus_error *error)
{
    DIR *entries = opendir(path);
    if (entries == NULL)
        return errno == ENOENT ? VERBUS_OK : verbus_fail_errno(error, errno, "cannot list %s", path);
    for (struct dirent *entry = readdir(entries); entry != NULL; entry = readdir(entries)) {
        size_t length = strlen(entry->d_name);
        size_t end = strlen(suffix);
        if (entry->d_name[0] != '.' && length > end && strcmp(entry->d_name + length - end, suffix) == 0) {
            char file[PATH_SIZE];
            (void)snprintf(file, sizeof file, "%s/%s", path, entry->d_name);
            visitor(context, length - end == 16 ? verbus_id_parse(entry->d_name) : 0, file);
        }
    }
    closedir(entries);
    return VERBUS_OK;
}
