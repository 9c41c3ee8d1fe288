import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';

/** The process's metrics; one registry per server, so that tests can start several. */
export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'guildhall_http_request_seconds',
    help: 'Time to answer, by kind of route and class of status.',
    labelNames: ['kind', 'status'] as const,
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
    registers: [registry],
  });
  const failures = new Counter({
    name: 'guildhall_unexpected_errors_total',
    help: 'Answers with status 500.',
    registers: [registry],
  });
  return {
    registry,
    observe(kind: 'page' | 'data' | 'action' | 'file', status: number, seconds: number) {
      requests.observe({ kind, status: `${Math.floor(status / 100)}xx` }, seconds);
      if (status === 500) failures.inc();
    },
  };
}
