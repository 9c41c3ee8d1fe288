import { isAppError } from '#shared/errors/app-error.ts';

/** The answer to a request that a full queue refuses. @throws any other error. */
export function toFullQueueResponse(error: unknown): Response {
  if (!isAppError(error)) throw error;
  const seconds = Math.ceil((error.details.retryAfterMs ?? 0) / 1000);
  const headers = { 'Retry-After': String(seconds), 'Cache-Control': 'private, no-store' };
  return new Response(error.message, { status: error.status, headers });
}
