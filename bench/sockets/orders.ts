import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * Listens, says where, and answers each line of its input with the bytes that are in use: the heap and the
 * buffers beside it, after a collection. The resident size would hide a connection in what start-up left free.
 */
export function serveOrders(http: Server): void {
  http.listen(0, '127.0.0.1', () => {
    console.log((http.address() as AddressInfo).port);
  });
  createInterface(process.stdin).on('line', async () => {
    for (let time = 0; time < 5; time += 1) {
      globalThis.gc?.();
      await pause(100);
    }
    const { heapUsed, external } = process.memoryUsage();
    console.log(heapUsed + external);
  });
}
