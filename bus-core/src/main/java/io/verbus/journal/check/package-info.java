/** Reads a whole journal and reports its damage. */
package io.verbus.journal.check;
