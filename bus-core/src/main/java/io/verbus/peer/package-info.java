/** Who is at the other end of a stream, and what becomes of them. */
package io.verbus.peer;
