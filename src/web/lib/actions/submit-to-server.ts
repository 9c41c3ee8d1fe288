import { data, type ShouldRevalidateFunctionArgs } from 'react-router';
import type { FailureTextKey } from '#shared/errors/failure-texts.ts';
import { serverErrorCodes } from '#shared/errors/server-error-codes.ts';
import { connectionProblemOf } from '../connection/network-errors.ts';
import { isAppErrorData } from '../errors/is-app-error-data.ts';
import { toUnexpectedView } from '../errors/unexpected-error-view.ts';
import { markAnswered } from '../pending-idempotency-keys.ts';
import type { FailedForm } from './form-action.ts';
import { readTypedValues } from './typed-values.ts';

interface ClientActionArgs<T> {
  request: Request;
  serverAction: () => Promise<T>;
}

/**
 * Sends a form from the browser. When the server cannot be reached or has an error, the form stays on the
 * screen with the text of `failure`; there is no error page. After an answer the form gets a new
 * idempotency key. After an error it keeps its key, because the server may have carried it out.
 */
export async function submitToServer<T>(
  { request, serverAction }: ClientActionArgs<T>,
  failure: FailureTextKey,
) {
  const typed = readTypedValues(await request.clone().formData());
  try {
    const answer = await serverAction();
    if (typed.key && !isFailure(answer)) markAnswered(typed.key);
    return answer;
  } catch (error) {
    // The router handles what the server decided, such as a redirect.
    if (connectionProblemOf(error) === null) {
      if (typed.key && error instanceof Response) markAnswered(typed.key);
      throw error;
    }
    // With this status the router does not load the data of the page as well.
    const view = toUnexpectedView(failure, null);
    return data<FailedForm>({ error: view, typed }, { status: 503 });
  }
}

/**
 * Creates the `clientAction` of a page, which sends its forms with `submitToServer`. `Action` is the action of the page.
 */
export function sendForm<Action extends (args: never) => unknown>(failure: FailureTextKey) {
  type Answer = Awaited<ReturnType<Action>>;
  return ({ request, serverAction }: ClientActionArgs<unknown>) =>
    submitToServer({ request, serverAction: serverAction as () => Promise<Answer> }, failure);
}

/** Whether the server reports an error of its own; then it is unknown whether the form was carried out. */
function isFailure(answer: unknown): boolean {
  if (!isAppErrorData(answer)) return false;
  const { code } = answer.error;
  return code === 'unexpected' || serverErrorCodes.has(code);
}

/**
 * For the `shouldRevalidate` export of a page. The data of the page are also loaded again after a rejected
 * form (status 4xx), because the rejection can mean that they are out of date. After a server error (5xx)
 * the page stays as it is.
 */
export function revalidateUnlessServerError(args: ShouldRevalidateFunctionArgs): boolean {
  const { actionStatus, defaultShouldRevalidate } = args;
  return (actionStatus !== undefined && actionStatus < 500) || defaultShouldRevalidate;
}
