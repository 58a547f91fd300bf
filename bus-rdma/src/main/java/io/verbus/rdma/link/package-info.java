/** What is said while an epoch lasts: a log's bytes one way, credit the other, signs of life both ways. */
package io.verbus.rdma.link;
