import { randomUUID } from 'node:crypto';
import type { Log } from '#domain/base-context.ts';
import { findFieldError, isAppError } from '#shared/errors/app-error.ts';
import type { SocketReply } from '#shared/schemas/socket-events.ts';

type FailedReply = Extract<SocketReply<object>, { ok: false }>;

/**
 * The reply to an event that failed. An AppError is sent with its code and text. A bug gets a general text
 * with an id; the log has its details under that id.
 */
export function toErrorReply(error: unknown, log: Log, event: string): FailedReply {
  if (isAppError(error)) {
    const text = findFieldError(error)?.text ?? error.message;
    return { ok: false, code: error.code, error: text };
  }
  const id = randomUUID();
  log.error({ err: error, id, event }, 'a socket event failed');
  return { ok: false, code: 'failed', error: `Something went wrong. Please try again. (${id})` };
}
