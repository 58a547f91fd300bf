/** The slow housekeeping thread of a process, and what it does for each publication and subscription. */
package io.verbus.conductor;
