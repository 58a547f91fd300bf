/** The publisher's ring of frames: its layout, the one writer, and what readers check. */
package io.verbus.log;
