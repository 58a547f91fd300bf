/* The measurements, each with a client and a server function. */
#ifndef PERF_MEASURE_H
#define PERF_MEASURE_H

#include "end.h"

void latency_ask(struct end *end);
void latency_answer(struct end *end);
void rate_send(struct end *end);
void rate_receive(struct end *end);

#endif
