import { AggregatorRegistry, type Registry } from 'prom-client';
import type { MetricsText } from '../http/operator-routes.ts';
import type { MetricValues } from './process-messages.ts';

/** Reads the metrics of one process. */
export type ReadValues = () => Promise<MetricValues>;

/** A process that does not answer in this time counts with its last values. Prometheus waits 10 s by default. */
const answerMs = 8_000;

/**
 * Adds up the metrics of all processes of an instance. The counters of ended processes stay in the sums: a sum
 * that falls looks like a restart to Prometheus.
 */
export function createMergedMetrics(own: Registry, waitMs = answerMs) {
  const lastValues = new Map<number, MetricValues>();
  let ended: MetricValues = [];

  async function update(id: number, read: ReadValues): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<null>((resolve) => {
      timer = setTimeout(resolve, waitMs, null);
    });
    const values = await Promise.race([read(), late]);
    clearTimeout(timer);
    if (values) lastValues.set(id, values);
  }

  return {
    async read(processes: ReadonlyMap<number, ReadValues>): Promise<MetricsText> {
      await Promise.all([...processes].map(([id, read]) => update(id, read)));
      const merged = AggregatorRegistry.aggregate([
        ended,
        await own.getMetricsAsJSON(),
        ...lastValues.values(),
      ]);
      return { text: await merged.metrics(), contentType: merged.contentType };
    },

    /** Keeps only the counters of a process that has ended. */
    async end(id: number): Promise<void> {
      const values = lastValues.get(id);
      lastValues.delete(id);
      if (!values) return;
      const counters = values.filter(({ type }) => ['counter', 'histogram'].includes(String(type)));
      ended = await AggregatorRegistry.aggregate([ended, counters]).getMetricsAsJSON();
    },
  };
}
