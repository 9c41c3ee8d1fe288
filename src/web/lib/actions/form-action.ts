import { data, type HeadersFunction } from 'react-router';
import type { Ctx } from '#domain/context.ts';
import { isDatabaseUnavailable } from '#domain/lib/database-unavailable.ts';
import { isAppError } from '#shared/errors/app-error.ts';
import type { FailureTextKey } from '#shared/errors/failure-texts.ts';
import { unavailableInit } from '../errors/database-unavailable.ts';
import type { AppErrorView } from '../errors/render-app-error.ts';
import { toUnexpectedView } from '../errors/unexpected-error-view.ts';
import { sentFormContext } from '../sent-form-context.ts';
import { runAction } from './run-loader-or-action.ts';
import { readTypedValues } from './typed-values.ts';

type Args = Parameters<typeof runAction>[0];

/** The data of a form that failed. */
export interface FailedForm {
  error: AppErrorView;
  /** See `readTypedValues`. */
  typed: Record<string, string>;
}

type Outcome<T> = { done: T } | { bug: AppErrorView; init: ResponseInit };

/**
 * Runs an action on its form. An AppError is returned together with the typed values. Any other error is a
 * bug: it is logged, and the form stays on the screen and shows the text `failure` with the request's id.
 */
export async function runFormAction<T>(
  args: Args,
  failure: FailureTextKey,
  run: (ctx: Ctx, form: FormData) => Promise<T>,
) {
  const sent = args.context.get(sentFormContext);
  // Of a form that did not arrive completely, what arrived.
  let typed = sent ? readTypedValues(sent.form) : {};
  const answer = await runAction(args, async (ctx, form): Promise<Outcome<T>> => {
    typed = readTypedValues(form);
    try {
      return { done: await run(ctx, form) };
    } catch (error) {
      if (error instanceof Response || isAppError(error)) throw error;
      ctx.log.error({ err: error }, 'form action failed');
      const init = isDatabaseUnavailable(error) ? unavailableInit : { status: 500 };
      return { bug: toUnexpectedView(failure, ctx.request.id), init };
    }
  });
  if ('done' in answer) {
    if (sent) sent.result = { body: answer.done, status: 200 };
    return answer.done;
  }
  const error = 'bug' in answer ? answer.bug : answer.data.error;
  const init = answer.init ?? undefined;
  if (sent) sent.result = { body: { error, typed }, status: init?.status ?? 400 };
  return data<FailedForm>({ error, typed }, init);
}

/** For the `headers` export of a page: passes on the headers of the action's response, such as `Retry-After`. */
export const formHeaders: HeadersFunction = ({ actionHeaders }) => actionHeaders;
