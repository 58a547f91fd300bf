package io.verbus.internal.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.verbus.support.Diagram;
import io.verbus.support.Diagram.Field;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MirrorLayoutTest {
    @Test
    void diagramOfTheTableAgreesWithOffsets() {
        final Map<String, Field> expected = new LinkedHashMap<>();
        expected.put("magic", new Field(MirrorLayout.MAGIC_OFFSET, Long.BYTES));
        expected.put("layout version", new Field(MirrorLayout.VERSION_OFFSET, Long.BYTES));
        expected.put("subscription id", new Field(MirrorLayout.ID_OFFSET, Long.BYTES));
        expected.put("owner", new Field(MirrorLayout.OWNER_OFFSET, Long.BYTES));
        expected.put("owner's pid", new Field(MirrorLayout.OWNER_PID_OFFSET, Long.BYTES));
        expected.put("owner's start in clock ticks", new Field(MirrorLayout.OWNER_START_OFFSET, Long.BYTES));
        expected.put("first sessions known", new Field(MirrorLayout.COMPLETE_OFFSET, Long.BYTES));
        expected.put("members",
                new Field(MirrorLayout.MEMBERS_OFFSET, MirrorLayout.MAX_MEMBERS * MirrorLayout.MEMBER_LENGTH));
        expected.put("entries",
                new Field(MirrorLayout.ENTRIES_OFFSET, MirrorLayout.MAX_ENTRIES * MirrorEntryLayout.LENGTH));

        assertEquals(expected, Diagram.of(MirrorLayout.class));
        assertEquals("", Diagram.overlaps(expected));
    }

    @Test
    void diagramOfAnEntryAgreesWithOffsets() {
        final Map<String, Field> expected = new LinkedHashMap<>();
        expected.put("session", new Field(MirrorEntryLayout.SESSION_OFFSET, Long.BYTES));
        expected.put("state", new Field(MirrorEntryLayout.STATE_OFFSET, Long.BYTES));
        expected.put("endpoint", new Field(MirrorEntryLayout.ENDPOINT_OFFSET, Long.BYTES));
        expected.put("cause of the loss plus 1", new Field(MirrorEntryLayout.CAUSE_OFFSET, Long.BYTES));
        expected.put("first wanted sequence", new Field(MirrorEntryLayout.WANTED_OFFSET, Long.BYTES));
        expected.put("publisher's address",
                new Field(MirrorEntryLayout.PEER_OFFSET, Integer.BYTES + MirrorEntryLayout.PEER_LENGTH));
        expected.put("start of the image", new Field(MirrorEntryLayout.START_OFFSET, 2 * Long.BYTES));
        expected.put("readable position", new Field(MirrorEntryLayout.READABLE_OFFSET, Long.BYTES));
        expected.put("cuts", new Field(MirrorEntryLayout.CUTS_OFFSET, Long.BYTES));
        expected.put("jumps", new Field(MirrorEntryLayout.JUMPS_OFFSET, Long.BYTES));
        expected.put("last jumps", new Field(MirrorEntryLayout.LAST_JUMPS_OFFSET, 2 * MirrorEntryLayout.JUMP_LENGTH));
        expected.put("boundaries", new Field(MirrorEntryLayout.BOUNDARIES_OFFSET, Long.BYTES));
        expected.put("last boundaries",
                new Field(MirrorEntryLayout.LAST_BOUNDARIES_OFFSET, 2 * MirrorEntryLayout.BOUNDARY_LENGTH));
        expected.put("places",
                new Field(MirrorEntryLayout.PLACES_OFFSET, MirrorLayout.MAX_MEMBERS * MirrorEntryLayout.PLACE_LENGTH));

        assertEquals(expected, Diagram.of(MirrorEntryLayout.class));
        assertEquals("", Diagram.overlaps(expected));
    }
}
