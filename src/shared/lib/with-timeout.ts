import { setTimeout as pause } from 'node:timers/promises';

/**
 * Returns the answer, or throws an error with `message` if it takes longer than `ms` milliseconds. The work goes
 * on then, and its result is ignored.
 */
export async function withTimeout<Answer>(
  answer: Promise<Answer>,
  { ms, message }: { ms: number; message: string },
): Promise<Answer> {
  const timer = new AbortController();
  // After the timeout nobody waits for the answer.
  answer.catch(() => undefined);
  try {
    return await Promise.race([
      answer,
      pause(ms, undefined, { ref: false, signal: timer.signal }).then(() => {
        throw new Error(message);
      }),
    ]);
  } finally {
    timer.abort();
  }
}
