package io.verbus.rdma.device;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.verbus.rdma.support.Counters;
import io.verbus.rdma.support.OnDouble;
import io.verbus.rdma.support.Ports;
import io.verbus.rdma.support.load.RemovalUnderLoad;
import io.verbus.rdma.verbs.VerbsDouble;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;

/** Devices of the double that are removed under load. */
@ExtendWith(OnDouble.class)
class RemovalUnderLoadTest extends RemovalUnderLoad {
    private static final int REMOVALS = Integer.getInteger("verbus.removals", 20);
    /** The publisher does not wait for unfinished requests of the removed device, which it would for a second. */
    private static final int PATIENCE = SECOND / 5;

    RemovalUnderLoadTest() {
        super(new Plan(new Host("double0", "10.73.0.1"), new Host("double2", "10.73.2.1"), REMOVALS, 0, SECOND,
                PATIENCE));
    }

    @BeforeEach
    void addDevices() {
        OnDouble.profile("connectx,devices=3");
    }

    @Override
    protected String otherAddress() {
        return "10.73.1.1";
    }

    @Override
    protected int port() {
        return Ports.next();
    }

    @Override
    protected void remove(final String device) {
        VerbsDouble.control("remove " + device);
    }

    @Override
    protected boolean isRemoved() {
        return true;
    }

    @Override
    protected void restore(final String device) {
        VerbsDouble.control("restore " + device);
    }

    @Override
    protected void requireReleased(final String seed) {
        assertEquals("qp 0 cq 0 mr 0 pd 0 cm_id 0 ", Counters.resources(), seed);
    }
}
