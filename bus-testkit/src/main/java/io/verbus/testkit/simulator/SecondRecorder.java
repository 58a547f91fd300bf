package io.verbus.testkit.simulator;

import io.verbus.Endpoint;

/**
 * A second recorder of the stream, in a process on the host of the first one. It begins late, pauses, and loses
 * overwritten messages, so it lacks messages that the first one has, and may have some that the first one lacks.
 */
final class SecondRecorder {
    private static final int BEGINS_ONE_IN = 8;
    private static final int PAUSES_ONE_IN = 16;

    private final World world;
    private final SimProcess process;
    private final Recording recording;

    SecondRecorder(final World world, final SimProcess process, final Endpoint[] meeting, final Endpoint serving) {
        this.world = world;
        this.process = process;
        this.recording = new Recording(world, process, "recorder2",
                new Disk(world, world.root().resolve("journal2")), meeting, serving, Recording.MANY_ANSWERS, true,
                () -> {});
        world.note(process.toString(), SimEvent.SECOND_RECORDER, "");
    }

    SimProcess process() {
        return process;
    }

    Recording recording() {
        return recording;
    }

    /** Begins, records, serves, or pauses. */
    void step() {
        if (!process.isRunning()) {
            return;
        }
        if (!recording.isUnderWay()) {
            if (world.special().oneIn(BEGINS_ONE_IN)) {
                recording.begin();
            }
        } else if (world.special().oneIn(PAUSES_ONE_IN)) {
            recording.stop();
            world.note(process.toString(), SimEvent.SECOND_RECORDER_PAUSES, "");
        } else if (world.special().oneIn(2)) {
            recording.record();
        } else {
            recording.serve();
        }
    }
}
