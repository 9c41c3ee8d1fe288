import pino from 'pino';

export type Logger = pino.Logger;

/**
 * JSON lines, on standard output unless `stream` is given. What could hold a secret is never logged in
 * the first place.
 */
export function createLog(level: string, stream?: pino.DestinationStream): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: describeError },
    },
    // A line is there when it happens, and none waits for the disk.
    stream ?? pino.destination({ dest: 1, sync: false, minLength: 0 }),
  );
}

/**
 * What a log may say of an error. Only what is named here: a failed query carries its parameters, and a
 * broken connection its password.
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
