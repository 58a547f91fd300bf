package io.verbus.internal.image;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.verbus.Policy;
import io.verbus.Refusal;
import io.verbus.internal.log.Acknowledgements;
import io.verbus.internal.log.BlockRefusals;
import io.verbus.internal.log.Log;
import io.verbus.internal.shm.Positions;
import io.verbus.spi.LogIdentity;
import io.verbus.spi.SubscriptionIdentity;
import io.verbus.support.ShmDir;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalSubscriberPositionTest {
    private static final long ID = 5;

    @TempDir(factory = ShmDir.class)
    private Path directory;

    @Test
    void acknowledgedReaderDoesNotSearchTheRefusals() {
        try (Log log = Log.create(directory.resolve("x.log"),
                new LogIdentity("s", 7, "", 1 << 16, false, 1, 1, 0, 0, ""));
                Positions positions = Positions.create(directory.resolve("x.positions"),
                        new SubscriptionIdentity(ID, "reader", Policy.BLOCK, 1, 1), 64)) {
            final LocalSubscriberPosition reader = new LocalSubscriberPosition(log, positions);
            BlockRefusals.refuse(log.header(), ID, Refusal.BUDGET);
            assertEquals(Refusal.BUDGET, reader.refusal());
            BlockRefusals.withdraw(log.header(), ID);
            Acknowledgements.acknowledge(log.header(), ID, 1);
            assertEquals(Refusal.NONE, reader.refusal());
            BlockRefusals.refuse(log.header(), ID, Refusal.LIMIT); // before the acknowledgement is withdrawn: not seen
            assertEquals(Refusal.NONE, reader.refusal());
            Acknowledgements.withdraw(log.header(), ID);
            assertEquals(Refusal.LIMIT, reader.refusal());
            Acknowledgements.acknowledge(log.header(), ID, 2);
            Acknowledgements.evict(log.header(), ID);
            assertEquals(Refusal.LIMIT, reader.refusal(), "evicted");
        }
    }
}
