/** Host resources of a run: temporary folders, the report folder, cores to pin to, the RDMA address, and two hosts. */
package io.verbus.tools.host;
