/** The calls to the operating system: memory, locks and cores. The only package that calls libc. */
package io.verbus.os;
