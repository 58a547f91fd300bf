/** Host resources of a run: temporary folders, the report folder, cores to pin to and the RDMA address. */
package io.verbus.tools.host;
