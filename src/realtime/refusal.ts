import { randomUUID } from 'node:crypto';
import type { Log } from '#domain/context.ts';
import { isRefusal } from '#shared/refusals.ts';
import type { Answer } from '#shared/socket-events.ts';

type Refused = Extract<Answer<object>, { ok: false }>;

/**
 * What a client is answered when what it wanted failed: a refusal in its words; a bug in general ones,
 * with an id by which the log has its details.
 */
export function refuse(error: unknown, log: Log, event: string): Refused {
  if (isRefusal(error)) return { ok: false, code: error.code, error: error.message };
  const id = randomUUID();
  log.error({ err: error, id, event }, 'a socket event failed');
  return { ok: false, code: 'failed', error: `Something went wrong. Please try again. (${id})` };
}
