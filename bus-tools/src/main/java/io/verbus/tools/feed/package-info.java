/** {@code ./bus feed}: plays an ITCH file or a live session onto a stream. */
package io.verbus.tools.feed;
