/** Publishers to start from: a hello, a feed handler, a trader. */
package io.verbus.sample.publisher;
