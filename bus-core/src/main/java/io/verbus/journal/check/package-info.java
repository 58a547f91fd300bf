/** Reads a whole journal, and tells what is wrong with it. */
package io.verbus.journal.check;
