package io.verbus.system.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Bus;
import io.verbus.BusSettings;
import io.verbus.Endpoint;
import io.verbus.Publication;
import io.verbus.PublicationSettings;
import io.verbus.testkit.Forked;
import io.verbus.testkit.ShmDir;
import io.verbus.testkit.seeds.Seeds;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Three processes of host B subscribe to a stream of host A, and share one connection. */
@Tag("lab")
class HostMirrorTest {
    private static final int MEMBERS = 3;
    private static final int LENGTH = 1_000;
    private static final int MESSAGES = 1_000;
    private static final int KILLS = Integer.getInteger("verbus.ownerKills", 2);
    private static final int OWNER_PID_OFFSET = 136;
    private static final long REST_NS = 500_000;
    private static final byte SHOWN = 1;

    @RegisterExtension
    private final Cable cable = new Cable();
    @TempDir(factory = ShmDir.class)
    private Path hostA;
    @TempDir(factory = ShmDir.class)
    private Path hostB;
    private final UnsafeBuffer message = new UnsafeBuffer(new byte[LENGTH]);
    private final List<Forked> members = new ArrayList<>();
    private Bus bus;
    private Publication publication;

    @BeforeEach
    void publish() {
        bus = Bus.launch(BusSettings.defaults().withDirectory(hostA));
        publication = bus.publish(PublicationSettings.of(LabPeer.STREAM).withCapacity(8 << 20)
                .withEndpoints(Endpoint.listen(Cable.atA())));
    }

    @AfterEach
    void end() {
        members.forEach(Forked::close);
        if (bus != null) {
            bus.close();
        }
    }

    @Test
    void bytesCrossTheCableOnce() throws IOException {
        final long mirrored = bytesFor(MEMBERS, true);
        print(MEMBERS + " with a host mirror", mirrored);
        assertTrue(mirrored < 1.5 * MESSAGES * LENGTH, () -> mirrored + " bytes");
    }

    /** The other test can fail. */
    @Test
    @Tag("long")
    void bytesCrossTheCableForEachProcessWithoutAMirror() throws IOException {
        final long once = bytesFor(1, true);
        final long apart = bytesFor(MEMBERS, false);
        print("one process", once);
        print(MEMBERS + " without a host mirror", apart);
        assertTrue(apart > once * 2.5, () -> apart + " instead of " + once);
    }

    private static void print(final String subject, final long bytes) {
        System.out.println(MESSAGES * LENGTH + " bytes of messages, on the cable: " + subject + " " + bytes);
    }

    private long bytesFor(final int count, final boolean isMirrored) throws IOException {
        start(count, isMirrored);
        final long before = sentBytes();
        for (int i = 0; i < MESSAGES; i++) {
            offer(false);
        }
        show();
        final long sent = sentBytes() - before;
        members.forEach(Forked::close);
        members.clear();
        return sent;
    }

    @Test
    @Tag("long")
    void killedOwnersLoseNothing() throws IOException {
        final long seed = Seeds.draw();
        final Random random = new Random(seed);
        System.out.println("seed " + seed);
        start(MEMBERS, true);
        for (int kill = 0; kill < KILLS; kill++) {
            final int before = random.nextInt(200);
            for (int i = 0; i < before; i++) {
                offer(false);
            }
            final long owner = owner();
            final Forked killed = members.stream().filter(member -> member.pid() == owner).findFirst().orElseThrow();
            final long atNs = System.nanoTime();
            killed.kill();
            members.remove(killed);
            show();
            System.out.println("owner " + owner + " killed after " + before + " messages; the others have continued in "
                    + (System.nanoTime() - atNs) / 1_000_000 + " ms");
            start(1, true);
        }
        assertEquals(1, publication.subscribers().size());
    }

    /** Publishes a message that every member must show, and waits for that; nothing may be missing before. */
    private void show() {
        final long sequence = publication.sequence();
        offer(true);
        for (final Forked member : members) {
            assertEquals("0", member.awaitLine("^read " + sequence + " missed (\\d+)").group(1), member::output);
        }
    }

    /** Starts more members, all at once: JVMs start slowly in the lab. */
    private void start(final int count, final boolean isMirrored) throws IOException {
        final int first = members.size();
        for (int i = 0; i < count; i++) {
            members.add(Forked.start(MirrorMember.class, hostB, Cable.fromB(), isMirrored));
        }
        members.subList(first, first + count).forEach(member -> member.awaitLine("^started "));
    }

    private void offer(final boolean isShown) {
        message.putByte(0, isShown ? SHOWN : 0);
        while (publication.offer(message, 0, LENGTH) < 0) {
            LockSupport.parkNanos(REST_NS);
        }
    }

    private static long sentBytes() throws IOException {
        return Long.parseLong(Files.readString(Path.of("/sys/class/net/wire-a/statistics/tx_bytes")).strip());
    }

    /** Pid of the process that owns the mirror. */
    private long owner() throws IOException {
        try (Stream<Path> files = Files.list(hostB.resolve(".mirrors"))) {
            final Path table = files.filter(file -> file.toString().endsWith(".table")).findFirst().orElseThrow();
            try (FileChannel channel = FileChannel.open(table)) {
                final ByteBuffer word = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
                channel.read(word, OWNER_PID_OFFSET);
                return word.getLong(0);
            }
        }
    }
}
