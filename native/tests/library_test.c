/* Tests of the library that need no RDMA device. */
#include "verbus.h"

#include "check.h"
#include <errno.h>
#include <infiniband/verbs.h>
#include <string.h>

static void calls_fail_before_the_libraries_are_open(void)
{
    void *handle;
    char text[64];

    CLAIM(verbus_device_open(0, &handle) == -ELIBACC);
    CLAIM(verbus_devices_sync() == -ELIBACC);
    CLAIM(verbus_events_open(&handle) == -ELIBACC);
    CLAIM(verbus_text_write(VERBUS_TEXT_COMPLETION, 0, text, sizeof text) == -ELIBACC);
}

static void layout_names_are_unique_and_end(void)
{
    char names[160][64];
    int64_t value;
    int64_t width;
    int count = 0;

    while (verbus_layout_entry(count, names[count], sizeof names[0], &value, &width) == 0) {
        CLAIM(value >= 0 && width >= 0);
        for (int i = 0; i < count; i++)
            CLAIM(strcmp(names[i], names[count]) != 0);
        CLAIM(++count < 160);
    }
    CLAIM(count > 70);
    CLAIM(verbus_layout_entry(count, names[0], sizeof names[0], &value, &width) == -ENOENT);
    CLAIM(verbus_layout_entry(-1, names[0], sizeof names[0], &value, &width) == -EINVAL);
    CLAIM(verbus_layout_entry(0, NULL, 0, &value, &width) == -EINVAL);
}

static void open_is_idempotent(void)
{
    char reason[256] = "";
    int status = verbus_library_open(reason, sizeof reason);

    if (status != 0) {
        fprintf(stderr, "skipped: %s\n", reason);
        exit(77);
    }
    CLAIM(verbus_library_open(reason, sizeof reason) == 0);
    CLAIM(verbus_library_open(NULL, 0) == -EINVAL);
    CLAIM(getenv("RDMAV_ALLOW_DISASSOC_DESTROY") != NULL);
    CLAIM(reason[0] == '\0');
}

static void null_handles_are_rejected(void)
{
    struct verbus_request request = {0};
    struct verbus_completion completion;
    struct verbus_event event;
    struct verbus_device device;
    struct verbus_port port;
    struct verbus_gid gid;
    struct verbus_device_event device_event;
    struct verbus_region region;
    struct verbus_pair pair = {0};
    struct verbus_pair_state state;
    struct verbus_parameters parameters = {0};
    struct verbus_path path = {0};
    char text[64];
    void *handle;
    uint32_t number;
    int given;

    CLAIM(verbus_device_name(0, NULL, 0) == -EINVAL);
    CLAIM(verbus_device_close(NULL) == -EINVAL);
    CLAIM(verbus_device_describe(NULL, &device) == -EINVAL);
    CLAIM(verbus_port_describe(NULL, 1, &port) == -EINVAL);
    CLAIM(verbus_gid_list(NULL, &gid, 1) == -EINVAL);
    CLAIM(verbus_device_event_unblock(NULL) == -EINVAL);
    CLAIM(verbus_device_event_next(NULL, &device_event) == -EINVAL);
    CLAIM(verbus_events_open(NULL) == -EINVAL);
    CLAIM(verbus_events_close(NULL) == -EINVAL);
    CLAIM(verbus_events_next(NULL, &event) == -EINVAL);
    CLAIM(verbus_id_create(NULL, &handle) == -EINVAL);
    CLAIM(verbus_id_destroy(NULL) == -EINVAL);
    CLAIM(verbus_id_anchor(NULL, &handle) == -EINVAL);
    CLAIM(verbus_anchor_removed(NULL) == -EINVAL);
    CLAIM(verbus_id_bind(NULL, "127.0.0.1", 0) == -EINVAL);
    CLAIM(verbus_id_listen(NULL, 1) == -EINVAL);
    CLAIM(verbus_id_resolve_address(NULL, NULL, "127.0.0.1", 1, 1) == -EINVAL);
    CLAIM(verbus_id_resolve_route(NULL, 1) == -EINVAL);
    CLAIM(verbus_id_set_option(NULL, VERBUS_OPTION_TRAFFIC_CLASS, 14) == -EINVAL);
    CLAIM(verbus_id_connect(NULL, &parameters) == -EINVAL);
    CLAIM(verbus_id_accept(NULL, &parameters) == -EINVAL);
    CLAIM(verbus_id_establish(NULL) == -EINVAL);
    CLAIM(verbus_id_reject(NULL, &parameters) == -EINVAL);
    CLAIM(verbus_id_disconnect(NULL) == -EINVAL);
    CLAIM(verbus_id_device(NULL, &handle) == -EINVAL);
    CLAIM(verbus_id_port(NULL, &number) == -EINVAL);
    CLAIM(verbus_address_device("10.0.0.1", NULL, 0, &number) == -EINVAL);
    CLAIM(verbus_address_device("localhost", text, sizeof text, &number) == -EDESTADDRREQ);
    CLAIM(verbus_id_local_address(NULL, text, sizeof text, &number) == -EINVAL);
    CLAIM(verbus_id_peer_address(NULL, text, sizeof text, &number) == -EINVAL);
    CLAIM(verbus_domain_create(NULL, &handle) == -EINVAL);
    CLAIM(verbus_domain_destroy(NULL) == -EINVAL);
    CLAIM(verbus_region_create(NULL, 1, 1, 0, &region) == -EINVAL);
    CLAIM(verbus_region_destroy(NULL) == -EINVAL);
    CLAIM(verbus_completions_create(NULL, 1, &handle, &given) == -EINVAL);
    CLAIM(verbus_completions_destroy(NULL) == -EINVAL);
    CLAIM(verbus_completions_poll(NULL, &completion, 1) == -EINVAL);
    CLAIM(verbus_pair_create(NULL, NULL, NULL, &pair) == -EINVAL);
    CLAIM(verbus_pair_destroy(NULL) == -EINVAL);
    CLAIM(verbus_pair_fail(NULL) == -EINVAL);
    CLAIM(verbus_pair_query(NULL, &state) == -EINVAL);
    CLAIM(verbus_pair_lead(NULL, NULL, IBV_QPS_INIT, &path) == -EINVAL);
    CLAIM(verbus_pair_post(NULL, &request, 1) == -EINVAL);
    CLAIM(verbus_pair_post_receives(NULL, 0, 1, 1) == -EINVAL);
    CLAIM(verbus_pair_post_slots(NULL, 0, 1, 8, 1, 1) == -EINVAL);
    CLAIM(verbus_pair_post_receive(NULL, 0, 1, 1, 1) == -EINVAL);
}

static void chain_length_is_checked(void)
{
    struct verbus_request requests[1] = {{0}};
    struct verbus_path path = {0};
    struct verbus_path excessive = {.receiver_timer = 32};
    char pair; /* never dereferenced */

    CLAIM(verbus_pair_post(&pair, requests, 0) == -EINVAL);
    CLAIM(verbus_pair_post(&pair, requests, VERBUS_CHAIN_MAX + 1) == -EINVAL);
    CLAIM(verbus_pair_post(&pair, requests, -1) == -EINVAL);
    CLAIM(verbus_pair_post_receives(&pair, 0, 1, 0) == -EINVAL);
    CLAIM(verbus_pair_lead(&pair, &pair, IBV_QPS_RESET, &path) == -EINVAL);
    CLAIM(verbus_pair_lead(&pair, &pair, IBV_QPS_INIT, &excessive) == -EINVAL);
}

static void addresses_are_numeric(void)
{
    char id; /* never dereferenced */

    CLAIM(verbus_id_bind(&id, "localhost", 0) == -EDESTADDRREQ);
    CLAIM(verbus_id_bind(&id, "10.0.0.256", 0) == -EDESTADDRREQ);
    CLAIM(verbus_id_bind(&id, NULL, 0) == -EINVAL);
    CLAIM(verbus_id_bind(&id, "10.0.0.1", 65536) == -EINVAL);
    CLAIM(verbus_id_resolve_address(&id, "::1", "10.0.0.1", 1, 1) == -EAFNOSUPPORT);
}

static void numbers_have_texts(void)
{
    char text[64];

    CLAIM(verbus_text_write(VERBUS_TEXT_COMPLETION, 5, text, sizeof text) == 0);
    CLAIM(strstr(text, "Flushed") != NULL);
    CLAIM(verbus_text_write(VERBUS_TEXT_ERRNO, ENOMEM, text, 4) == 0);
    CLAIM(strlen(text) == 3);
    CLAIM(verbus_text_write(VERBUS_TEXT_ERRNO + 1, 0, text, sizeof text) == -EINVAL);
}

static void index_after_last_device_is_rejected(void)
{
    void *context;
    char name[64];

    CLAIM(verbus_device_open(1000, &context) == -ENOENT);
    CLAIM(verbus_device_open(-1, &context) == -EINVAL);
    CLAIM(verbus_device_name(1000, name, sizeof name) == -ENOENT);
}

int main(void)
{
    CLAIM(verbus_library_version() == VERBUS_VERSION);
    calls_fail_before_the_libraries_are_open();
    layout_names_are_unique_and_end();
    open_is_idempotent();
    null_handles_are_rejected();
    chain_length_is_checked();
    addresses_are_numeric();
    numbers_have_texts();
    index_after_last_device_is_rejected();
    return 0;
}
