/** {@code ./bus demo}: runs feed handler and order books as two processes and reports latency and throughput. */
package io.verbus.tools.demo;
