import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * Listens on a free port, prints it, and answers each line of standard input with the used bytes: heap and
 * external buffers after a garbage collection. The resident size would not show small differences, because
 * the memory that start-up freed is still part of it.
 */
export function serveHeapReports(http: Server): void {
  http.listen(0, '127.0.0.1', () => {
    console.log((http.address() as AddressInfo).port);
  });
  createInterface(process.stdin).on('line', () => void reportHeap());
}

async function reportHeap(): Promise<void> {
  for (let time = 0; time < 5; time += 1) {
    globalThis.gc?.();
    await pause(100);
  }
  const { heapUsed, external } = process.memoryUsage();
  console.log(heapUsed + external);
}
