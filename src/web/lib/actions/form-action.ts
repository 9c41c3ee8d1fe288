import { data, type HeadersFunction } from 'react-router';
import type { Ctx } from '#domain/context.ts';
import { isDatabaseUnavailable } from '#domain/lib/database-unavailable.ts';
import { isAppError } from '#shared/errors/app-error.ts';
import type { FailureTextKey } from '#shared/errors/failure-texts.ts';
import { unavailableInit } from '../errors/database-unavailable.ts';
import type { AppErrorView } from '../errors/render-app-error.ts';
import { toUnexpectedView } from '../errors/unexpected-error-view.ts';
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
  let typed: Record<string, string> = {};
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
  if ('done' in answer) return answer.done;
  if ('bug' in answer) return data<FailedForm>({ error: answer.bug, typed }, answer.init);
  return data<FailedForm>({ error: answer.data.error, typed }, answer.init ?? undefined);
}

/** For the `headers` export of a page: passes on the headers of the action's response, such as `Retry-After`. */
export const formHeaders: HeadersFunction = ({ actionHeaders }) => actionHeaders;
