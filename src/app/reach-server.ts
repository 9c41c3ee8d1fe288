import { data, type ShouldRevalidateFunctionArgs } from 'react-router';
import { type RefusalCode, refusals } from '#shared/refusals.ts';
import { noteAnswered } from './components/unanswered-forms.ts';
import { troubleOf } from './components/unreachable.ts';
import type { RefusedForm } from './form-action.ts';
import { isRefused } from './refused.ts';

interface ClientActionArgs<T> {
  request: Request;
  serverAction: () => Promise<T>;
}

/**
 * Sends a form from the browser. When the server cannot be reached, or cannot answer, the form stays on
 * the screen, with the calm text of `failure` instead of an error page. A keyed form that was answered may have another
 * key next time; one that failed may have been done, and keeps its own.
 */
export async function reachServer<T>(
  { request, serverAction }: ClientActionArgs<T>,
  failure: RefusalCode,
) {
  const key = await keyOf(request.clone());
  try {
    const answer = await serverAction();
    if (key !== null && !isFailure(answer)) noteAnswered(key);
    return answer;
  } catch (error) {
    // What the server decided, redirects among it, is the router's.
    if (troubleOf(error) === null) {
      if (key !== null && error instanceof Response) noteAnswered(key);
      throw error;
    }
    const { text } = refusals[failure];
    const refusal = { code: failure, message: text, fields: {}, retryAfterMs: null };
    // The status keeps the router from asking the server for the page's data, too.
    return data<RefusedForm>({ refusal, typed: {} }, { status: 503 });
  }
}

async function keyOf(request: Request): Promise<string | null> {
  const key = (await request.formData()).get('key');
  return typeof key === 'string' ? key : null;
}

/** Whether the server says that it failed, after which nobody knows what was done. */
function isFailure(answer: unknown): boolean {
  return isRefused(answer) && refusals[answer.refusal.code].status >= 500;
}

/**
 * For a screen's `shouldRevalidate` export: it is read anew after a form that was refused, too, as that
 * can mean that it is out of date. When the server failed it stays as it is, with the form in it.
 */
export function rereadUnlessFailed(args: ShouldRevalidateFunctionArgs): boolean {
  const { actionStatus, defaultShouldRevalidate } = args;
  return (actionStatus !== undefined && actionStatus < 500) || defaultShouldRevalidate;
}
