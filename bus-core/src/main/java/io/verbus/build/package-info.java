/** Version and build id of this Verbus. */
package io.verbus.build;
