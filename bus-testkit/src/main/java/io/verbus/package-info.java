/** A door into the package of the bus, for simulations. */
package io.verbus;
