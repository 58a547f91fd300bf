package io.verbus.testkit.simulator;

import java.util.List;

/** The events of a history. The tally counts them, and a run of many seeds must contain each. */
enum SimEvent {
    // Steps of publishers.
    SESSION_BEGUN, OFFERED, OFFERED_LONG, CLAIMED, COMMITTED_WHILE_PUSHED, FLUSHED, BACK_PRESSURED,
    // ... that end a session.
    CLOSING_STEP, SESSION_CLOSED, SESSION_BROKEN_OFF,
    // Steps of subscriptions.
    SUBSCRIBED_HERE, SUBSCRIBED_ELSEWHERE, SUBSCRIBED_TO_BE_FILLED, LEFT, POLLED, NOT_TAKEN,
    // ... and their events.
    STARTED, DELIVERED, DELIVERED_LONG, FILLING, GAP, REFUSED, LOST_FOR_GOOD, LOST_FOR_A_WHILE, BACK, RESTARTED, ENDED,
    // Notifications of publishers.
    READER_JOINED, READER_SILENT, READER_BACK, READER_DISCONNECTED, READER_EVICTED, READER_REFUSED, READER_LEFT,
    // Steps of the recorder.
    RECORDING_BEGUN, RECORDED, GAP_RECORDED, SERVED, RECORDING_STOPPED, RECORDING_FAILED, CUT_WHEN_OPENED, JOURNAL_READ,
    // Other steps.
    TURN, FABRIC_STEP, TIME_SHORT, TIME_CYCLE,
    // Faults of time.
    TIME_BEYOND_HEARTBEAT, TIME_BEYOND_PROGRESS, TIME_BEYOND_SILENCE, CLOCK_SET_FORWARD, CLOCK_SET_BACK,
    // Faults of processes.
    PUBLISHER_KILLED, READERS_KILLED, RECORDER_KILLED, HOST_KILLED, PROCESS_RELAUNCHED, PROCESS_STOPPED, PROCESS_WOKEN,
    // A publisher that crashes repeatedly, and the logs that remain.
    PUBLISHER_CRASHES_AGAIN, DEAD_LOG_KEPT,
    // Faults of the fabric.
    LINK_BROKEN, ALL_LINKS_BROKEN, WAYS_STALLED, WAYS_CUT, ONE_WAY_STALLED, ONE_WAY_CUT, HANDSHAKES_LOST, FABRIC_MENDED,
    // A peer that stops during or after the handshake.
    STALLED_PEER_CAME, STALLED_PEER_STEP, STALLED_PEER_JOINED,
    // Faults of the disk.
    DISK_FULL, DISK_REFUSED, DISK_FREED, RECORD_HALF_WRITTEN, TAIL_LOST, TAIL_SPOILT, HEADER_LOST, SYNC_REFUSED,
    // A power cut that tears a segment before the newest one.
    OLDER_SEGMENT_TORN,
    // Damage anywhere in a segment without a seal.
    UNSEALED_DAMAGED,
    // Faults of sealed segments, and of the recorder.
    BIT_FLIPPED, WRITE_LOST, WRITE_MISDIRECTED, FILE_REMOVED, RECORDER_STOPPED_IN_HANDLER, DAMAGE_READ,
    // A subscription that hangs before it reads, and is restarted.
    READER_HANGS,
    // Removal by retention because of age.
    RETIRED,
    // A second recorder of the stream, and a late joiner that asks both.
    SECOND_RECORDER, SECOND_RECORDER_PAUSES, LATE_JOINER, LATE_GAP;

    /** Faults on which no promise of the bus may depend. */
    static final List<SimEvent> FAULTS = List.of(TIME_BEYOND_HEARTBEAT, TIME_BEYOND_PROGRESS, TIME_BEYOND_SILENCE,
            CLOCK_SET_FORWARD, CLOCK_SET_BACK, PUBLISHER_KILLED, READERS_KILLED, RECORDER_KILLED, HOST_KILLED,
            PROCESS_STOPPED,
            LINK_BROKEN, ALL_LINKS_BROKEN, WAYS_STALLED, WAYS_CUT, ONE_WAY_STALLED, ONE_WAY_CUT, HANDSHAKES_LOST,
            STALLED_PEER_CAME, DISK_REFUSED, RECORD_HALF_WRITTEN, TAIL_LOST, TAIL_SPOILT, HEADER_LOST, SYNC_REFUSED,
            BIT_FLIPPED,
            WRITE_LOST, WRITE_MISDIRECTED, FILE_REMOVED, RECORDER_STOPPED_IN_HANDLER, READER_HANGS);
}
