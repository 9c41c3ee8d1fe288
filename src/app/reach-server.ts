import { data } from 'react-router';
import { type RefusalCode, refusals } from '#shared/refusals.ts';
import type { RefusedForm } from './form-action.ts';

/**
 * Sends a form from the browser. When the server cannot be reached the form stays on the screen, with
 * the calm text of `failure` instead of an error page.
 */
export async function reachServer<T>(send: () => Promise<T>, failure: RefusalCode) {
  try {
    return await send();
  } catch (error) {
    // What fetch throws without an answer; answers, redirects among them, are the router's.
    if (!(error instanceof TypeError)) throw error;
    const { text } = refusals[failure];
    const refusal = { code: failure, message: text, fields: {}, retryAfterMs: null };
    // The status keeps the router from asking the server for the page's data, too.
    return data<RefusedForm>({ refusal, typed: {} }, { status: 503 });
  }
}
