import { data, type ShouldRevalidateFunctionArgs } from 'react-router';
import { type AppErrorCode, appErrors } from '#shared/errors/app-error.ts';
import { isAppErrorData } from '../errors/is-app-error-data.ts';
import { connectionProblemOf } from '../network-errors.ts';
import { markAnswered } from '../pending-keys.ts';
import type { FailedForm } from './form-action.ts';

interface ClientActionArgs<T> {
  request: Request;
  serverAction: () => Promise<T>;
}

/**
 * Sends a form from the browser. When the server cannot be reached, or cannot answer, the form stays on
 * the screen, with the calm text of `failure` instead of an error page. A keyed form that was answered may have another
 * key next time; one that failed may have been done, and keeps its own.
 */
export async function submitToServer<T>(
  { request, serverAction }: ClientActionArgs<T>,
  failure: AppErrorCode,
) {
  const key = await keyOf(request.clone());
  try {
    const answer = await serverAction();
    if (key !== null && !isFailure(answer)) markAnswered(key);
    return answer;
  } catch (error) {
    // What the server decided, redirects among it, is the router's.
    if (connectionProblemOf(error) === null) {
      if (key !== null && error instanceof Response) markAnswered(key);
      throw error;
    }
    const { text } = appErrors[failure];
    const refusal = { code: failure, message: text, fields: {}, retryAfterMs: null };
    // The status keeps the router from asking the server for the page's data, too.
    return data<FailedForm>({ refusal, typed: {} }, { status: 503 });
  }
}

async function keyOf(request: Request): Promise<string | null> {
  const key = (await request.formData()).get('key');
  return typeof key === 'string' ? key : null;
}

/** Whether the server says that it failed, after which nobody knows what was done. */
function isFailure(answer: unknown): boolean {
  return isAppErrorData(answer) && appErrors[answer.refusal.code].status >= 500;
}

/**
 * For a screen's `shouldRevalidate` export: it is read anew after a form that was refused, too, as that
 * can mean that it is out of date. When the server failed it stays as it is, with the form in it.
 */
export function revalidateUnlessFailed(args: ShouldRevalidateFunctionArgs): boolean {
  const { actionStatus, defaultShouldRevalidate } = args;
  return (actionStatus !== undefined && actionStatus < 500) || defaultShouldRevalidate;
}
