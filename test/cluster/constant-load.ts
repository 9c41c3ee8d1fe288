import { Agent, get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { timeLimits } from '#test/config/time-limits.ts';

/**
 * Requests a page again and again over connections that stay open, until it is stopped. Each failure is the
 * error code or the status.
 */
export function startLoad(url: string, { connections = 8, pauseMs = 0 } = {}) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const failures: string[] = [];
  let answered = 0;
  let isStopping = false;

  function request(): Promise<void> {
    return new Promise((resolve) => {
      const sent = get(url, { agent, timeout: timeLimits.effect }, (response) => {
        response.resume();
        response.once('error', (error) => failures.push(error.message));
        response.once('close', () => {
          if (response.statusCode !== 200) failures.push(String(response.statusCode));
          else if (response.complete) answered += 1;
          resolve();
        });
      });
      sent.once('timeout', () => sent.destroy(new Error('no answer in time')));
      sent.once('error', (error) => {
        failures.push(error.message);
        resolve();
      });
    });
  }

  /** The request of each connection that is being answered. */
  const current: Promise<void>[] = [];

  async function repeat(index: number): Promise<void> {
    while (!isStopping) {
      const sent = request();
      current[index] = sent;
      await sent;
      if (pauseMs > 0) await pause(pauseMs);
    }
  }

  const lanes = Array.from({ length: connections }, (_, index) => repeat(index));
  return {
    countAnswered: () => answered,
    countFailures: () => failures.length,
    /** Resolves when each request that is being sent now is answered or has failed. */
    async currentRequests(): Promise<void> {
      await Promise.all(current);
    },
    /** Resolves with the failures. */
    async stop(): Promise<string[]> {
      isStopping = true;
      await Promise.all(lanes);
      agent.destroy();
      return failures;
    },
  };
}
