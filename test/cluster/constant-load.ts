import { Agent, get } from 'node:http';

/**
 * Requests a page again and again over connections that stay open, until it is stopped. Each failure is the
 * error code or the status.
 */
export function startLoad(url: string, { connections = 8 } = {}) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const failures: string[] = [];
  let answered = 0;
  let isStopping = false;

  function request(): Promise<void> {
    return new Promise((resolve) => {
      const sent = get(url, { agent, timeout: 20_000 }, (response) => {
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

  async function repeat(): Promise<void> {
    while (!isStopping) await request();
  }

  const lanes = Array.from({ length: connections }, repeat);
  return {
    countAnswered: () => answered,
    /** Resolves with the failures. */
    async stop(): Promise<string[]> {
      isStopping = true;
      await Promise.all(lanes);
      agent.destroy();
      return failures;
    },
  };
}
