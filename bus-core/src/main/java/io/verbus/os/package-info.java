/** What the bus asks of the operating system: memory, locks and cores. The only package that calls libc. */
package io.verbus.os;
