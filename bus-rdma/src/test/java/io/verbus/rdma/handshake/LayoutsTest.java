package io.verbus.rdma.handshake;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.verbus.support.Diagram;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The diagrams agree with the offsets. */
@Tag("no-device")
class LayoutsTest {
    @Test
    void privateData() {
        Diagram.with("magic", ConnectPrivateData.MAGIC_OFFSET, 4).with("version", ConnectPrivateData.VERSION_OFFSET, 4)
                .with("nonce", ConnectPrivateData.NONCE_OFFSET, ConnectPrivateData.NONCE_LENGTH)
                .with("part", ConnectPrivateData.PART_OFFSET, 4)
                .with("mtu", ConnectPrivateData.MTU_OFFSET, 4)
                .with("session", ConnectPrivateData.SESSION_OFFSET, 8)
                .with("stream", ConnectPrivateData.STREAM_OFFSET, 8)
                .with("queue pair", ConnectPrivateData.QUEUE_PAIR_OFFSET, 4)
                .with("immediates", ConnectPrivateData.IMMEDIATES_OFFSET, 4).isIn(ConnectPrivateData.class);
        assertEquals(ConnectPrivateData.LENGTH, ConnectPrivateData.IMMEDIATES_OFFSET + 4);
    }
}
