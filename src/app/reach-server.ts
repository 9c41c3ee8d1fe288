import { type RefusalCode, refusals } from '#shared/refusals.ts';
import type { RefusedForm } from './form-action.ts';

/**
 * Sends a form from the browser. When the server cannot be reached the form stays on the screen, with
 * the calm text of `failure` instead of an error page.
 */
export async function reachServer<T>(
  send: () => Promise<T>,
  failure: RefusalCode,
): Promise<T | RefusedForm> {
  try {
    return await send();
  } catch (error) {
    // What fetch throws without an answer; answers, redirects among them, are the router's.
    if (!(error instanceof TypeError)) throw error;
    const { text } = refusals[failure];
    return {
      refusal: { code: failure, message: text, fields: {}, retryAfterMs: null },
      typed: {},
    };
  }
}
