/** The publishing side: local and remote readers, cursors, gating positions and back pressure. */
package io.verbus.internal.publisher;
