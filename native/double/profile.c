#include "profile.h"

#include "fabric.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A ConnectX; the others are listed by their differences. */
static const struct profile DEFAULT = {
    .vendor = 0x02c9, .inline_max = 512, .empty_receives = true, .immediates = true, .reliable = true, .gids = 3,
    .reads = 16, .reads_begun = 16, .devices = 2, .mtu = 1024,
    .held_us = 200, .max_cqe = 1 << 22, .max_mr = 1 << 16, .max_qp_wr = 1 << 15,
};

/* Sources: rdma-core's providers, and the kernel's drivers; see the table in README.md. */
static const struct {
    const char *name;
    const char *options;
} NAMED[] = {
    {"connectx", ""},
    {"e810", "vendor=32902,part=5522,inline=101"},
    {"x722", "vendor=32902,part=14290,inline=48"},
    {"bnxt", "vendor=5348,inline=96"},
    {"t6", "vendor=5157,part=25620,inline=272,negative=1,refuses=1"},
    {"erdma", "vendor=7661,inline=96,negative=1"},
    {"rxe", "vendor=16777215,inline=512,keeps=1,waits=1"},
    {"siw", "vendor=6450548,inline=80,iwarp=1,negative=1,empty=0,immediates=0,keeps=1,"
            "ignores=1,waits=1,direct=1,offsets=1"},
    {"efa", "vendor=7439,part=61344,inline=32,reliable=0,unspecified=1"},
    {"late", "late=1,scattered=1"},
    {"swapping", "swaps=3"},
};

struct profile profile = DEFAULT;

static uint32_t next_random = 1;

static bool set(const char *option, long value)
{
    const struct {
        const char *name;
        uint32_t *number;
        bool *flag;
    } options[] = {
        {"vendor", &profile.vendor, NULL},        {"inline", &profile.inline_max, NULL},
        {"part", &profile.part, NULL},
        {"gids", &profile.gids, NULL},            {"reads", &profile.reads, NULL},
        {"devices", &profile.devices, NULL},      {"command-us", &profile.command_us, NULL},
        {"post-us", &profile.post_us, NULL},      {"reads-begun", &profile.reads_begun, NULL},
        {"mtu", &profile.mtu, NULL},              {"hurry", &profile.hurry, NULL},
        {"held-us", &profile.held_us, NULL},      {"max-cqe", &profile.max_cqe, NULL},
        {"max-mr", &profile.max_mr, NULL},        {"max-qp-wr", &profile.max_qp_wr, NULL},
        {"swaps", &profile.swaps, NULL},          {"seed", &profile.seed, NULL},
        {"iwarp", NULL, &profile.iwarp},          {"negative", NULL, &profile.negative},
        {"empty", NULL, &profile.empty_receives}, {"immediates", NULL, &profile.immediates},
        {"refuses", NULL, &profile.refuses_errors}, {"keeps", NULL, &profile.keeps},
        {"late", NULL, &profile.late},            {"scattered", NULL, &profile.scattered},
        {"strict", NULL, &profile.strict},          {"waits", NULL, &profile.waits},
        {"direct", NULL, &profile.direct},          {"offsets", NULL, &profile.offsets},
        {"infiniband", NULL, &profile.infiniband},
        {"ignores", NULL, &profile.ignores_errors}, {"shrinks", NULL, &profile.inline_shrinks},
        {"reliable", NULL, &profile.reliable},      {"unspecified", NULL, &profile.unspecified},
    };

    for (size_t i = 0; i < sizeof options / sizeof options[0]; i++)
        if (strcmp(option, options[i].name) == 0) {
            if (options[i].number != NULL)
                *options[i].number = (uint32_t)value;
            else
                *options[i].flag = value != 0;
            return true;
        }
    return false;
}

static bool apply(const char *list);

static bool apply_part(char *part)
{
    char *value = strchr(part, '=');

    if (value != NULL) {
        *value = '\0';
        return set(part, strtol(value + 1, NULL, 10));
    }
    for (size_t i = 0; i < sizeof NAMED / sizeof NAMED[0]; i++)
        if (strcmp(part, NAMED[i].name) == 0)
            return apply(NAMED[i].options);
    return false;
}

static bool apply(const char *list)
{
    char copy[256];
    char *rest = NULL;
    bool known = true;

    snprintf(copy, sizeof copy, "%s", list);
    for (char *part = strtok_r(copy, ",", &rest); part != NULL; part = strtok_r(NULL, ",", &rest))
        known = apply_part(part) && known;
    return known;
}

/* A drawn seed is that of the whole process, because a test may apply its profile again. */
static uint32_t drawn_seed(void)
{
    static uint32_t drawn;

    if (drawn == 0) {
        drawn = (uint32_t)now_ns() | 1;
        fprintf(stderr, "double: swapped WRITEs of VERBUS_DOUBLE=...,swaps=%u,seed=%u\n", profile.swaps, drawn);
    }
    return drawn;
}

bool profile_apply(const char *text)
{
    bool known;

    profile = DEFAULT;
    known = apply(text);
    if (known && profile.swaps > 0)
        next_random = profile.seed != 0 ? profile.seed : drawn_seed();
    return known;
}

uint32_t profile_random(void)
{
    next_random ^= next_random << 13;
    next_random ^= next_random >> 17;
    next_random ^= next_random << 5;
    return next_random;
}
