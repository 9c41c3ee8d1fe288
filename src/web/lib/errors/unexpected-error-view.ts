import { type FailureTextKey, failureTexts } from '#shared/errors/failure-texts.ts';
import type { AppErrorView } from './render-app-error.ts';

/** What a form shows after a bug. Without a request id the server was not reached. */
export function toUnexpectedView(failure: FailureTextKey, requestId: string | null): AppErrorView {
  const text = failureTexts[failure];
  const message = requestId === null ? text : `${text} (${requestId})`;
  return { code: 'unexpected', message, fields: {}, retryAfterMs: null };
}
