package io.verbus.system.processes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.verbus.support.Forked;
import io.verbus.support.Namespace;
import io.verbus.support.ShmDir;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Relays on hosts of their own, which are network namespaces, are killed under load ({@code -Dverbus.relayKills}). The
 * wait until messages flow again is printed, not bounded.
 */
@Tag("long")
class KilledRelayTest {
    private static final int KILLS = Integer.getInteger("verbus.relayKills", 5);

    @TempDir(factory = ShmDir.class)
    private Path directory;

    @Test
    void subscriptionContinuesAtTheOtherRelay() throws IOException {
        assumeTrue(Namespace.isNetworkAllowed(), "this user may not make network namespaces (unshare -Urnmp, ip)");
        try (Forked relays = Forked.startWithin(Namespace.hosts("first", "second"), KilledRelays.class,
                directory, directory, KILLS, "10.1.0.1", "first", "10.1.0.2", "second", "10.1.0.3")) {
            for (int i = 1; i <= KILLS; i++) {
                relays.awaitLine("kill " + i);
            }
            System.out.println(relays.awaitLine("relays: .*").group());
            assertEquals(0, relays.exitStatus(), relays::output);
        }
    }
}
