/** The conductor thread of a process, and its work for each publication and subscription. */
package io.verbus.conductor;
