import { Counter, Gauge, Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { createMergedMetrics } from './merged-metrics.ts';

function createProcess(requests: number, sockets: number) {
  const registry = new Registry();
  const registers = [registry];
  const counter = new Counter({ name: 'requests_total', help: 'Requests.', registers });
  counter.inc(requests);
  new Gauge({ name: 'sockets', help: 'Sockets.', registers }).set(sockets);
  return () => registry.getMetricsAsJSON();
}

test('metrics of processes are added up, and counters never fall when one ends', async () => {
  const merged = createMergedMetrics(new Registry());
  const processes = new Map([
    [1, createProcess(3, 10)],
    [2, createProcess(4, 20)],
  ]);
  const lines = async () => (await merged.read(processes)).text.split('\n');
  expect(await lines()).toEqual(expect.arrayContaining(['requests_total 7', 'sockets 30']));
  processes.delete(2);
  await merged.end(2);
  expect(await lines()).toEqual(expect.arrayContaining(['requests_total 7', 'sockets 10']));
});

test('a process that does not answer counts with its last values', async () => {
  const merged = createMergedMetrics(new Registry(), 10);
  await merged.read(new Map([[1, createProcess(3, 10)]]));
  const { text } = await merged.read(new Map([[1, () => new Promise<never>(() => {})]]));
  expect(text.split('\n')).toContain('requests_total 3');
});
