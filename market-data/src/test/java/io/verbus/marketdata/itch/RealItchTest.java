package io.verbus.marketdata.itch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.verbus.marketdata.source.Block;
import io.verbus.marketdata.source.BlockSource;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** Compares every message of a real session before and after normalisation. */
class RealItchTest {
    private static final String REAL_FILE = "itch/nasdaq-totalview-2019-12-30-0304-0400.itch.gz";
    private static final long MIDNIGHT_NS = 1_577_682_000_000_000_000L;
    private static final Map<Byte, ItchType> TYPES = Arrays.stream(ItchType.values())
            .collect(Collectors.toMap(type -> (byte) type.code(), Function.identity()));

    private final ItchNormaliser normaliser = new ItchNormaliser(MIDNIGHT_NS);
    private final CollectingWriter out = new CollectingWriter(0);
    private long sequence;

    @Test
    void everyFieldOfEveryMessageIsKept() throws Exception {
        final String data = System.getenv("VERBUS_TEST_DATA");
        Assumptions.assumeTrue(data != null, "VERBUS_TEST_DATA does not name a folder of real data");
        final Path file = Path.of(data, REAL_FILE);
        Assumptions.assumeTrue(Files.exists(file), "there is no " + REAL_FILE + " in VERBUS_TEST_DATA");

        int messages = 0;
        try (BlockSource source = BlockSource.streamed(file)) {
            for (Block block = source.next(); block != null; block = source.next()) {
                messages += checkAll(block);
            }
        }

        assertEquals(251_837, messages);
    }

    private int checkAll(final Block block) throws Exception {
        int messages = 0;
        for (int at = 0; at < block.length(); messages++) {
            final byte[] message = new byte[block.buffer().getShort(at, ByteOrder.BIG_ENDIAN)];
            block.buffer().getBytes(at + Block.FRAMING, message);
            final ItchType type = TYPES.get(message[0]);
            assertEquals(++sequence, block.firstSequence() + messages);
            normaliser.normalise(new UnsafeBuffer(message), 0, message.length, sequence, Block.NO_TIME, out);
            assertEquals(Juncture.parse(type, message), Decoded.decode(out.take(), type, MIDNIGHT_NS));
            at += Block.FRAMING + message.length;
        }
        return messages;
    }
}
