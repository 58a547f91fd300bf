/** A subscription's view of one session's log. */
package io.verbus.internal.image;
