package io.verbus.rdma.verbs;

import static io.verbus.rdma.verbs.NativeCall.LONG_NUMBER;
import static io.verbus.rdma.verbs.NativeCall.NUMBER;
import static io.verbus.rdma.verbs.NativeCall.POINTER;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.verbus.BusException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.Map;

/**
 * Sizes and offsets of the structs shared with the native library, as reported by the library. This class contains the
 * expected width of each field and the expected value of each constant; a difference is rejected by its name before any
 * other call. The structs are defined in {@code native/include/verbus.h}.
 */
final class Layouts {
    /** Expected version of the native library. */
    static final int VERSION = 7;

    private static final Map<String, long[]> REPORTED = query();

    static final int REQUEST = size("verbus_request");
    static final int REQUEST_ID = offset("verbus_request.id", Long.BYTES);
    static final int REQUEST_LOCAL_ADDRESS = offset("verbus_request.local_address", Long.BYTES);
    static final int REQUEST_REMOTE_ADDRESS = offset("verbus_request.remote_address", Long.BYTES);
    static final int REQUEST_LENGTH = offset("verbus_request.length", Integer.BYTES);
    static final int REQUEST_LOCAL_KEY = offset("verbus_request.local_key", Integer.BYTES);
    static final int REQUEST_REMOTE_KEY = offset("verbus_request.remote_key", Integer.BYTES);
    static final int REQUEST_IMMEDIATE = offset("verbus_request.immediate", Integer.BYTES);
    static final int REQUEST_OPERATION = offset("verbus_request.operation", Integer.BYTES);
    static final int REQUEST_FLAGS = offset("verbus_request.flags", Integer.BYTES);

    static final int COMPLETION = size("verbus_completion");
    static final int COMPLETION_ID = offset("verbus_completion.id", Long.BYTES);
    static final int COMPLETION_STATUS = offset("verbus_completion.status", Integer.BYTES);
    static final int COMPLETION_OPERATION = offset("verbus_completion.operation", Integer.BYTES);
    static final int COMPLETION_LENGTH = offset("verbus_completion.length", Integer.BYTES);
    static final int COMPLETION_IMMEDIATE = offset("verbus_completion.immediate", Integer.BYTES);
    static final int COMPLETION_PAIR = offset("verbus_completion.pair", Integer.BYTES);
    static final int COMPLETION_FLAGS = offset("verbus_completion.flags", Integer.BYTES);

    static final int EVENT = size("verbus_event");
    static final int EVENT_ID = offset("verbus_event.id", Long.BYTES);
    static final int EVENT_LISTENER = offset("verbus_event.listener", Long.BYTES);
    static final int EVENT_TYPE = offset("verbus_event.type", Integer.BYTES);
    static final int EVENT_STATUS = offset("verbus_event.status", Integer.BYTES);
    static final int EVENT_RESPONDER_RESOURCES = offset("verbus_event.responder_resources", Integer.BYTES);
    static final int EVENT_INITIATOR_DEPTH = offset("verbus_event.initiator_depth", Integer.BYTES);
    static final int EVENT_PAIR = offset("verbus_event.pair", Integer.BYTES);
    static final int EVENT_LENGTH = offset("verbus_event.length", Integer.BYTES);
    static final int EVENT_DATA_MAX = constant("VERBUS_DATA_MAX", 256);
    static final int EVENT_DATA = offset("verbus_event.data", EVENT_DATA_MAX);

    static final int DEVICE = size("verbus_device");
    static final int DEVICE_NAME = offset("verbus_device.name", 64);
    static final int DEVICE_GUID = offset("verbus_device.guid", Long.BYTES);
    static final int DEVICE_VENDOR = offset("verbus_device.vendor", Integer.BYTES);
    static final int DEVICE_PORTS = offset("verbus_device.ports", Integer.BYTES);
    static final int DEVICE_MAX_COMPLETIONS = offset("verbus_device.max_completions", Integer.BYTES);
    static final int DEVICE_MAX_READS = offset("verbus_device.max_reads", Integer.BYTES);
    static final int DEVICE_MAX_READS_BEGUN = offset("verbus_device.max_reads_begun", Integer.BYTES);
    static final int DEVICE_PART = offset("verbus_device.part", Integer.BYTES);
    static final int DEVICE_IWARP = offset("verbus_device.iwarp", Integer.BYTES);
    static final int DEVICE_RELIABLE = offset("verbus_device.reliable", Integer.BYTES);

    static final int PORT = size("verbus_port");
    static final int PORT_STATE = offset("verbus_port.state", Integer.BYTES);
    static final int PORT_MTU = offset("verbus_port.mtu", Integer.BYTES);
    static final int PORT_ETHERNET = offset("verbus_port.ethernet", Integer.BYTES);
    static final int PORT_GIDS = offset("verbus_port.gids", Integer.BYTES);

    static final int GID = size("verbus_gid");
    static final int GID_NETWORK = offset("verbus_gid.network", 16);
    static final int GID_ADDRESS = offset("verbus_gid.address", 48);
    static final int GID_PORT = offset("verbus_gid.port", Integer.BYTES);
    static final int GID_INDEX = offset("verbus_gid.index", Integer.BYTES);
    static final int GID_TYPE = offset("verbus_gid.type", Integer.BYTES);

    static final int DEVICE_EVENT = size("verbus_device_event");
    static final int DEVICE_EVENT_TYPE = offset("verbus_device_event.type", Integer.BYTES);
    static final int DEVICE_EVENT_PAIR = offset("verbus_device_event.pair", Integer.BYTES);
    static final int DEVICE_EVENT_PORT = offset("verbus_device_event.port", Integer.BYTES);
    static final int DEVICE_EVENT_COMPLETIONS = offset("verbus_device_event.completions", Long.BYTES);

    static final int REGION = size("verbus_region");
    static final int REGION_HANDLE = offset("verbus_region.handle", Long.BYTES);
    static final int REGION_LOCAL_KEY = offset("verbus_region.local_key", Integer.BYTES);
    static final int REGION_REMOTE_KEY = offset("verbus_region.remote_key", Integer.BYTES);

    static final int PAIR = size("verbus_pair");
    static final int PAIR_HANDLE = offset("verbus_pair.handle", Long.BYTES);
    static final int PAIR_NUMBER = offset("verbus_pair.number", Integer.BYTES);
    static final int PAIR_MAX_SENDS = offset("verbus_pair.max_sends", Integer.BYTES);
    static final int PAIR_MAX_RECEIVES = offset("verbus_pair.max_receives", Integer.BYTES);
    static final int PAIR_INLINE_LIMIT = offset("verbus_pair.inline_limit", Integer.BYTES);

    static final int PAIR_STATE = size("verbus_pair_state");
    static final int PAIR_STATE_STATE = offset("verbus_pair_state.state", Integer.BYTES);
    static final int PATH = size("verbus_path");
    static final int PAIR_STATE_PATH = offset("verbus_pair_state.path", PATH);
    static final int PATH_MTU = offset("verbus_path.mtu", Integer.BYTES);
    static final int PATH_TRAFFIC_CLASS = offset("verbus_path.traffic_class", Integer.BYTES);
    static final int PATH_SERVICE_LEVEL = offset("verbus_path.service_level", Integer.BYTES);
    static final int PATH_ACK_TIMEOUT = offset("verbus_path.ack_timeout", Integer.BYTES);
    static final int PATH_RETRIES = offset("verbus_path.retries", Integer.BYTES);
    static final int PATH_RECEIVER_RETRIES = offset("verbus_path.receiver_retries", Integer.BYTES);
    static final int PATH_RECEIVER_TIMER = offset("verbus_path.receiver_timer", Integer.BYTES);
    static final int PATH_READS_ANSWERED = offset("verbus_path.reads_answered", Integer.BYTES);
    static final int PATH_READS_BEGUN = offset("verbus_path.reads_begun", Integer.BYTES);

    static final int PARAMETERS = size("verbus_parameters");
    static final int PARAMETERS_PAIR = offset("verbus_parameters.pair", Integer.BYTES);
    static final int PARAMETERS_RESPONDER_RESOURCES = offset("verbus_parameters.responder_resources", Integer.BYTES);
    static final int PARAMETERS_INITIATOR_DEPTH = offset("verbus_parameters.initiator_depth", Integer.BYTES);
    static final int PARAMETERS_RETRIES = offset("verbus_parameters.retries", Integer.BYTES);
    static final int PARAMETERS_RECEIVER_RETRIES = offset("verbus_parameters.receiver_retries", Integer.BYTES);
    static final int PARAMETERS_LENGTH = offset("verbus_parameters.length", Integer.BYTES);
    static final int PARAMETERS_DATA = offset("verbus_parameters.data", EVENT_DATA_MAX);

    static {
        constant("VERBUS_CHAIN_MAX", WorkRequests.MAX_CHAIN);
        constant("IBV_WR_RDMA_WRITE", WorkRequests.WRITE);
        constant("IBV_WR_RDMA_WRITE_WITH_IMM", WorkRequests.WRITE_WITH_IMMEDIATE);
        constant("IBV_WR_SEND", WorkRequests.SEND);
        constant("IBV_WR_RDMA_READ", WorkRequests.READ);
        constant("IBV_SEND_FENCE", WorkRequests.FENCE);
        constant("IBV_SEND_SIGNALED", WorkRequests.SIGNALED);
        constant("IBV_SEND_INLINE", WorkRequests.INLINE);
        constant("IBV_WC_SUCCESS", Status.SUCCESS);
        constant("IBV_WC_WR_FLUSH_ERR", Status.FLUSHED);
        constant("IBV_WC_REM_ACCESS_ERR", Status.REMOTE_ACCESS);
        constant("IBV_WC_RETRY_EXC_ERR", Status.RETRIES_EXCEEDED);
        constant("IBV_WC_RNR_RETRY_EXC_ERR", Status.RECEIVER_NOT_READY);
        constant("IBV_WC_RECV", CompletionQueue.RECEIVED);
        constant("IBV_WC_WITH_IMM", CompletionQueue.WITH_IMMEDIATE);
        constant("IBV_ACCESS_LOCAL_WRITE", MemoryRegion.LOCAL_WRITE);
        constant("IBV_ACCESS_REMOTE_WRITE", MemoryRegion.REMOTE_WRITE);
        constant("IBV_ACCESS_REMOTE_READ", MemoryRegion.REMOTE_READ);
        constant("IBV_PORT_ACTIVE", DeviceInfo.PORT_ACTIVE);
        constant("IBV_GID_TYPE_ROCE_V2", DeviceInfo.GID_TYPES.indexOf("RoCE v2"));
        constant("IBV_QPS_INIT", QueuePair.INITIALISED);
        constant("IBV_QPS_RTR", QueuePair.READY_TO_RECEIVE);
        constant("IBV_QPS_RTS", QueuePair.READY_TO_SEND);
        constant("IBV_QPS_ERR", QueuePair.STATES.indexOf("error"));
        constant("RDMA_CM_EVENT_ADDR_RESOLVED", ConnectionEvent.Type.ADDRESS_RESOLVED.ordinal());
        constant("RDMA_CM_EVENT_CONNECT_REQUEST", ConnectionEvent.Type.CONNECT_REQUEST.ordinal());
        constant("RDMA_CM_EVENT_REJECTED", ConnectionEvent.Type.REJECTED.ordinal());
        constant("RDMA_CM_EVENT_TIMEWAIT_EXIT", ConnectionEvent.Type.TIMEWAIT_EXIT.ordinal());
        constant("VERBUS_TEXT_ERRNO", Status.Kind.ERRNO.ordinal());
        constant("VERBUS_OPTION_ONLY_FAMILY", ConnectionId.Option.ONLY_FAMILY.ordinal());
        if (!REPORTED.isEmpty()) {
            throw new BusException("unknown layout entries " + REPORTED.keySet() + " in the native library"
                    + Loader.MISMATCH);
        }
    }

    private Layouts() {
    }

    /** Fails with an error message if anything differs. */
    static void check() {
        // class initialisation has compared all entries
    }

    private static Map<String, long[]> query() {
        final int version = NativeCall.of("verbus_library_version").call();
        if (version != VERSION) {
            throw new BusException("native library version " + version + ", expected " + VERSION
                    + Loader.MISMATCH);
        }
        final NativeCall entry = NativeCall.of("verbus_layout_entry", NUMBER, POINTER, LONG_NUMBER, POINTER, POINTER);
        final Map<String, long[]> reported = new HashMap<>();
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment name = arena.allocate(64);
            final MemorySegment value = arena.allocate(JAVA_LONG);
            final MemorySegment width = arena.allocate(JAVA_LONG);
            for (int i = 0; entry.call(i, name, name.byteSize(), value, width) == 0; i++) {
                reported.put(name.getString(0), new long[]{value.get(JAVA_LONG, 0), width.get(JAVA_LONG, 0)});
            }
        }
        return reported;
    }

    private static int size(final String struct) {
        return (int) take(struct)[0];
    }

    private static int offset(final String field, final int width) {
        final long[] reported = take(field);
        if (reported[1] != width) {
            throw differs(field, reported[1] + " bytes wide", width);
        }
        return (int) reported[0];
    }

    private static int constant(final String name, final int value) {
        final long reported = take(name)[0];
        if (reported != value) {
            throw differs(name, Long.toString(reported), value);
        }
        return value;
    }

    private static long[] take(final String name) {
        final long[] reported = REPORTED.remove(name);
        if (reported == null) {
            throw new BusException("no layout entry " + name + " in the native library" + Loader.MISMATCH);
        }
        return reported;
    }

    private static BusException differs(final String name, final String reported, final int expected) {
        return new BusException(name + " is " + reported + " in the native library, expected " + expected
                + Loader.MISMATCH);
    }
}
