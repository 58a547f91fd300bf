package io.verbus.internal.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.verbus.GapCause;
import io.verbus.internal.log.Boundary;
import java.nio.ByteBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** An owner that dies while it stores does not damage the last jump and boundary. */
class MirrorEntryTest {
    private static final Boundary FIRST = new Boundary(4_096, 7);
    private static final Boundary SECOND = new Boundary(8_192, 20);

    private final UnsafeBuffer words = new UnsafeBuffer(ByteBuffer.allocateDirect(MirrorEntryLayout.LENGTH));
    private final MirrorEntry entry = new MirrorEntry(words);

    @Test
    void jumpThatIsHalfWrittenLeavesTheLastOne() {
        assertNull(entry.jump());
        entry.jump(64, FIRST, GapCause.LAPPED);
        words.setMemory(MirrorEntryLayout.LAST_JUMPS_OFFSET, MirrorEntryLayout.JUMP_LENGTH, (byte) -1); // of jump 2
        assertEquals(new MirrorEntry.SharedJump(1, 64, FIRST, GapCause.LAPPED), entry.jump());
        assertEquals(64, entry.jumpEnd());
        assertEquals(4_096, entry.jumpPosition());

        entry.jump(4_200, SECOND, GapCause.CONFLATED);
        assertEquals(new MirrorEntry.SharedJump(2, 4_200, SECOND, GapCause.CONFLATED), entry.jump());
    }

    @Test
    void boundaryThatIsHalfWrittenLeavesTheLastOne() {
        entry.boundary(FIRST, true);
        words.setMemory(MirrorEntryLayout.LAST_BOUNDARIES_OFFSET, MirrorEntryLayout.BOUNDARY_LENGTH, (byte) -1);
        assertEquals(new MirrorEntry.JoinBoundary(FIRST, true), entry.boundary());
    }
}
