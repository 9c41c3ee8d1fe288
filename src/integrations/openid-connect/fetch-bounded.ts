import type { CustomFetch } from 'openid-client';
import { signOnConstants } from '#shared/constants/accounts/sign-on.ts';
import { BodyTooLargeError, readBody } from '../lib/http-response.ts';

/** Sends a request of `openid-client` and reads the answer up to a size. Its signal ends both in time. */
export const fetchBounded: CustomFetch = async (url, options) => {
  const { status, headers, body } = await fetch(url, {
    ...options,
    body: options.body as BodyInit,
  });
  const content = body ? await readBody(body, signOnConstants.answerMaxBytes) : Buffer.alloc(0);
  // An answer of these kinds has no body, and a redirect is not followed.
  const isEmpty = content.length === 0 || [204, 205, 304].includes(status);
  return new Response(isEmpty ? null : new Uint8Array(content), { status, headers });
};

/** Whether a request failed because the provider did not answer, or not as it should. */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) {
    return error instanceof Response && error.status >= 500;
  }
  return (
    error instanceof BodyTooLargeError ||
    ['TimeoutError', 'AbortError'].includes(error.name) ||
    (error instanceof TypeError && /fetch failed|terminated/.test(error.message)) ||
    isUnreachable(error.cause)
  );
}
