import pino from 'pino';
import { telemetry } from '#shared/lib/telemetry.ts';

export type Logger = pino.Logger;

/**
 * Creates a log of JSON lines, on standard output unless `stream` is given. It masks nothing: secrets must
 * not be passed to it.
 */
export function createLog(level: string, stream?: pino.DestinationStream): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: describeError },
      ...(telemetry.current && { mixin: () => telemetry.current?.getLogFields() ?? {} }),
    },
    // Each line is written immediately.
    stream ?? pino.destination({ dest: 1, sync: false, minLength: 0 }),
  );
}

/**
 * The fields of an error that are logged. All others are left out: a failed query contains its parameters,
 * and a broken connection its password.
 */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  const [message = ''] = error.message.split('\nparams:');
  return {
    type: error.constructor.name,
    message,
    code,
    constraint,
    stack: error.stack?.replace(error.message, () => message),
    cause: error.cause === undefined ? undefined : describeError(error.cause),
  };
}
