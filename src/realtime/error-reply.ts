import { randomUUID } from 'node:crypto';
import type { Log } from '#domain/base-context.ts';
import { isAppError } from '#shared/errors/app-error.ts';
import type { Answer } from '#shared/schemas/socket-events.ts';

type Refused = Extract<Answer<object>, { ok: false }>;

/**
 * What a client is answered when what it wanted failed: a refusal in its words; a bug in general ones,
 * with an id by which the log has its details.
 */
export function toErrorReply(error: unknown, log: Log, event: string): Refused {
  if (isAppError(error)) return { ok: false, code: error.code, error: error.message };
  const id = randomUUID();
  log.error({ err: error, id, event }, 'a socket event failed');
  return { ok: false, code: 'failed', error: `Something went wrong. Please try again. (${id})` };
}
