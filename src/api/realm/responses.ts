import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { isAppError } from '#shared/errors/app-error.ts';
import { ApiError, type ApiErrorTable, setRetryAfter, toApiError } from '../lib/api-error.ts';

/**
 * How the Realm API presents AppErrors. On `InvalidSession` a client requests a new access token and
 * retries; it would retry without end if other errors had this code. So only an ended session has it.
 */
const knownErrors: ApiErrorTable = {
  'app-session-ended': [401, 'InvalidSession'],
  'wrong-credentials': [401, 'InvalidPassword'],
  'app-user-linked': [401, 'InvalidPassword'],
  'api-key-scope': [403, 'AuthError'],
  'factor-required': [403, 'AuthError'],
  'fresh-login-required': [403, 'AuthError'],
  'account-suspended': [403, 'UserDisabled'],
  'account-deleted': [403, 'UserDisabled'],
  'email-taken': [409, 'AccountNameInUse', 'name already in use'],
  'bad-link': [400, 'BadRequest', 'invalid token data'],
  'api-key-gone': [404, 'APIKeyNotFound'],
  'part-off': [404, 'NotFound'],
  'rate-limited': [429, 'TooManyRequests'],
};

/** Creates the response to an expected error; null for any other error, which is a bug. */
export function toErrorResponse(c: Context, error: unknown): Response | null {
  const expected = isAppError(error) ? toApiError(error, knownErrors, 'BadRequest') : error;
  if (!(expected instanceof ApiError)) return null;
  setRetryAfter(c, expected.retryAfterMs);
  return createErrorResponse(c, expected.status, expected.code, expected.message);
}

/** `link` identifies the failure in the log; clients show it. */
export function createErrorResponse(
  c: Context,
  status: number,
  code: string,
  text: string,
  link?: string,
) {
  const body = { error: text, error_code: code, ...(link && { link }) };
  return c.json(body, status as ContentfulStatusCode);
}
