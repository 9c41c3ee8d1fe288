import { data, type HeadersFunction } from 'react-router';
import type { Ctx } from '#domain/context.ts';
import { AppError, type AppErrorCode, isAppError } from '#shared/errors/app-error.ts';
import type { AppErrorView } from '../errors/render-app-error.ts';
import { runAction } from './run-loader-or-action.ts';

type Args = Parameters<typeof runAction>[0];

/** What a screen's form shows after it was refused. */
export interface FailedForm {
  refusal: AppErrorView;
  /**
   * What was typed, but for passwords, so that a form without script keeps it; what was chosen several
   * times under one name is parted by commas.
   */
  typed: Record<string, string>;
}

/**
 * Runs an action on its form. A refusal comes back with what was typed; any other failure is logged and
 * comes back as `failure`, so that the form stays on the screen with its calm text.
 */
export async function runFormAction<T>(
  args: Args,
  failure: AppErrorCode,
  run: (ctx: Ctx, form: FormData) => Promise<T>,
) {
  let typed: Record<string, string> = {};
  const answer = await runAction(args, async (ctx, form) => {
    typed = typedIn(form);
    try {
      return { done: await run(ctx, form) };
    } catch (error) {
      if (error instanceof Response || isAppError(error)) throw error;
      ctx.log.error({ err: error }, 'a form failed');
      throw new AppError(failure);
    }
  });
  if ('done' in answer) return answer.done;
  return data<FailedForm>({ refusal: answer.data.refusal, typed }, answer.init ?? undefined);
}

function typedIn(form: FormData): Record<string, string> {
  const typed: Record<string, string> = {};
  for (const name of new Set(form.keys())) {
    if (/password|token/i.test(name)) continue;
    const values = form.getAll(name).filter((value) => typeof value === 'string');
    if (values.length > 0) typed[name] = values.join(',');
  }
  return typed;
}

/** For a screen's `headers` export: without it the answer loses when to try again. */
export const formHeaders: HeadersFunction = ({ actionHeaders }) => actionHeaders;
