/** The publisher's ring of frames: its layout, its one writer, and what readers check. */
package io.verbus.internal.log;
