package io.verbus.internal.image;

import io.verbus.GapCause;
import io.verbus.internal.log.Boundary;
import io.verbus.spi.ImageLink;

/**
 * A link to an image of this host that another subscription owns, in whose process it is registered memory. Its bytes
 * may be overwritten before they are read: the horizon shows that.
 */
public interface SharedImageLink extends ImageLink {
    /** {@return a frame boundary to continue at after a lap; the image gates its owner from there; polling thread} */
    Boundary rejoin();

    /** {@return whether it is known that a message begins at the last boundary that was joined} */
    boolean isBetweenMessages();

    /** {@return why the messages before {@link #jumpPosition()} are missing} */
    GapCause jumpCause();
}
