/** Memory, files, locks and cores of the operating system. The only package of the core that calls libc. */
package io.verbus.internal.os;
