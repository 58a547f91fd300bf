package io.verbus.testkit.stepper;

import java.util.List;

/** The events of a history. The tally counts them, and a run of many seeds must contain each. */
enum StepperEvent {
    // Steps of a publisher.
    SESSION_BEGUN, CLAIMED, PART_ENCODED, COMMITTED, COMMITTED_SHORTER, ABORTED, CLAIM_GIVEN_UP, OFFERED, OFFERED_LONG,
    // ... that end its session.
    CLOSING_STEP, SESSION_CLOSED,
    // Steps of a subscription and of its handlers.
    SUBSCRIBED, LEFT, POLLED, NOT_TAKEN, HANDLER_THREW, INTERRUPTED_IN_PLACE, INTERRUPTED_ON_COPY, STOPPED_IN_HANDLER,
    // Conductors.
    DUTY_CYCLE,
    // Time.
    TIME_SHORT, TIME_CYCLE, TIME_STRETCH_OF_CYCLES, TIME_BEYOND_HEARTBEAT, TIME_BEYOND_PROGRESS, TIME_LONG, TIME_JUMP,
    // Faults.
    STOPPED, WOKEN, KILLED, KILLED_CLAIMING, KILLED_CLOSING, KILLED_IN_HANDLER, KILLED_STOPPED, RELAUNCHED, POWER_CUT,
    // Events of a subscription's messages.
    STARTED, DELIVERED_IN_PLACE, DELIVERED_COPY, DELIVERED_LONG, GAP, TORN_UNDER_HANDLER, DOUBTFUL,
    // ... and of their publisher.
    PUBLISHER_SILENT, PUBLISHER_BACK, PUBLISHER_RESTARTED, ENDED, LOST_BY_DEATH, LOST_WITHOUT_END,
    // ... and of itself, when it is slow.
    CONFLATED, LOST_BY_LAP, REFUSED, REFUSED_FOR_ITS_TIME,
    // Events of a publisher.
    BACK_PRESSURED, ACKNOWLEDGED, EVICTED, EVICTED_BEFORE_IT_READ, BURIED,
    // ... and of its subscriptions.
    READER_JOINED, READER_SILENT, READER_BACK, READER_LAPPED, READER_REFUSED, READER_LEFT;

    /** Faults on which no promise of the bus may depend. */
    static final List<StepperEvent> FAULTS = List.of(HANDLER_THREW, STOPPED_IN_HANDLER, TIME_BEYOND_HEARTBEAT,
            TIME_BEYOND_PROGRESS, TIME_JUMP, STOPPED, KILLED, POWER_CUT);
}
