import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { type AppError, type AppErrorCode, isAppError } from '#shared/errors/app-error.ts';
import { FunctionError } from './functions/function-error.ts';

/** A no that the wire itself gives, by the names that its clients know. */
export class WireFault extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

type Wire = [status: number, code: string, text?: string];

/**
 * Refusals as clients of the app backend know them. With `InvalidSession` a client asks for a new access
 * token and tries again, for ever where it gets one: only a session that has ended is called so.
 */
const known: Partial<Record<AppErrorCode, Wire>> = {
  'app-session-ended': [401, 'InvalidSession'],
  'wrong-credentials': [401, 'InvalidPassword'],
  'app-user-linked': [401, 'InvalidPassword'],
  'account-suspended': [403, 'UserDisabled'],
  'email-taken': [409, 'AccountNameInUse', 'name already in use'],
  'bad-link': [400, 'BadRequest', 'invalid token data'],
  'api-key-gone': [404, 'APIKeyNotFound'],
  'rate-limited': [429, 'TooManyRequests'],
};

/** Answers with an error; null for what is none that a client can expect. */
export function toErrorResponse(c: Context, error: unknown): Response | null {
  if (error instanceof WireFault || error instanceof FunctionError) {
    if (error instanceof FunctionError) tellWhen(c, error.retryAfterMs);
    return answer(c, error.status, error.code, error.message);
  }
  return isAppError(error) ? refuseBy(c, error) : null;
}

function refuseBy(c: Context, refusal: AppError): Response {
  const [status, code, text] = known[refusal.code] ?? [refusal.status, 'BadRequest'];
  tellWhen(c, refusal.details.retryAfterMs);
  return answer(c, status, code, text ?? refusal.message);
}

/** Says when to try again, in seconds, where that is known. */
function tellWhen(c: Context, retryAfterMs: number | undefined): void {
  if (retryAfterMs === undefined) return;
  c.header('Retry-After', String(Math.max(1, Math.ceil(retryAfterMs / 1000))));
}

/** `link` is where the failure is in the log; a client shows it. */
export function answer(c: Context, status: number, code: string, text: string, link?: string) {
  const body = { error: text, error_code: code, ...(link && { link }) };
  return c.json(body, status as ContentfulStatusCode);
}
