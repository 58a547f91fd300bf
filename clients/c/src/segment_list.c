#include "segment_list.h"

#include "error.h"
#include "text.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { ID_LENGTH = 16, DIGITS = 19, NAME_LENGTH = ID_LENGTH + 1 + DIGITS };

static const char suffix[] = ".segment";
static const char set_aside[] = ".segment.damaged";

/* Parses the part of a name before the suffix. */
static bool parse(const char *text, struct segment_name *name)
{
    if (strnlen(text, NAME_LENGTH) < NAME_LENGTH || text[ID_LENGTH] != '-')
        return false;
    name->session = verbus_id_parse(text);
    name->first = 0;
    for (size_t i = ID_LENGTH + 1; i < NAME_LENGTH; i++) {
        if (text[i] < '0' || text[i] > '9')
            return false;
        name->first = name->first * 10 + (uint64_t)(text[i] - '0');
    }
    return name->session != 0 && name->first <= INT64_MAX;
}

static int compare(const void *one, const void *other)
{
    const struct segment_name *a = one;
    const struct segment_name *b = other;
    if (a->session != b->session)
        return a->session < b->session ? -1 : 1;
    return a->first < b->first ? -1 : a->first > b->first;
}

static bool append(struct segment_list *list, size_t *room, struct segment_name name)
{
    if (list->count == *room) {
        size_t more = *room == 0 ? 64 : *room * 2;
        struct segment_name *names = realloc(list->names, more * sizeof *names);
        if (names == NULL)
            return false;
        list->names = names;
        *room = more;
    }
    list->names[list->count++] = name;
    return true;
}

int segment_list_read(const char *directory, uint64_t session, struct segment_list *list, struct verbus_error *error)
{
    *list = (struct segment_list){NULL, 0};
    DIR *entries = opendir(directory);
    if (entries == NULL)
        return verbus_fail(error, VERBUS_PERMANENT, "there is no journal in %s: %s; name the directory of a recorder",
                           directory, errno == ENOTDIR ? "it is a file" : errno == ENOENT ? "no such directory"
                                                                                          : "it cannot be listed");
    size_t room = 0;
    int status = VERBUS_OK;
    for (struct dirent *entry = readdir(entries); entry != NULL && status == VERBUS_OK; entry = readdir(entries)) {
        struct segment_name name;
        if (parse(entry->d_name, &name) && strcmp(entry->d_name + NAME_LENGTH, suffix) == 0
            && (session == 0 || session == name.session) && !append(list, &room, name))
            status = verbus_fail(error, VERBUS_NO_ROOM, "no memory for the list of %s: free memory of the host",
                                 directory);
    }
    closedir(entries);
    if (status != VERBUS_OK)
        segment_list_free(list);
    else if (list->count > 0)
        qsort(list->names, list->count, sizeof *list->names, compare);
    return status;
}

void segment_list_free(struct segment_list *list)
{
    free(list->names);
    *list = (struct segment_list){NULL, 0};
}

bool segment_list_path(const char *directory, struct segment_name name, char *path, size_t size)
{
    char id[17];
    verbus_id_print(name.session, id);
    int length = snprintf(path, size, "%s/%s-%0*" PRIu64 "%s", directory, id, DIGITS, name.first, suffix);
    return length > 0 && (size_t)length < size;
}

bool segment_list_has(const char *directory, struct segment_name name)
{
    char path[4096];
    struct stat status;
    if (segment_list_path(directory, name, path, sizeof path) && lstat(path, &status) == 0)
        return true;
    bool found = false;
    DIR *entries = opendir(directory);
    if (entries == NULL)
        return false;
    for (struct dirent *entry = readdir(entries); entry != NULL && !found; entry = readdir(entries)) {
        struct segment_name aside;
        found = parse(entry->d_name, &aside) && compare(&aside, &name) == 0
                && strncmp(entry->d_name + NAME_LENGTH, set_aside, sizeof set_aside - 1) == 0;
    }
    closedir(entries);
    return found;
}
