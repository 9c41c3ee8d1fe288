import pino from 'pino';

export type Logger = pino.Logger;

/** JSON lines on standard output. What could hold a secret is never logged in the first place. */
export function createLog(level: string): Logger {
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination({ dest: 1, sync: false, minLength: 4096 }),
  );
}
