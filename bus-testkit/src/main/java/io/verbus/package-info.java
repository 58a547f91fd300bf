/** Access to the package of the bus, for simulations. */
package io.verbus;
