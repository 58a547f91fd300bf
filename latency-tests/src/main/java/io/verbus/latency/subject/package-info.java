/** What is compared: each subject as its own users would set it up, behind one shape of publishing and polling. */
package io.verbus.latency.subject;
