/** Access to the journal's package, for simulations. */
package io.verbus.journal;
