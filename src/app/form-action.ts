import { data, type HeadersFunction } from 'react-router';
import type { Ctx } from '#domain/context.ts';
import { isRefusal, Refusal, type RefusalCode } from '#shared/refusals.ts';
import { act } from './door.ts';
import type { RefusalView } from './refusal.ts';

type Args = Parameters<typeof act>[0];

/** What a screen's form shows after it was refused. */
export interface RefusedForm {
  refusal: RefusalView;
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
export async function actOnForm<T>(
  args: Args,
  failure: RefusalCode,
  run: (ctx: Ctx, form: FormData) => Promise<T>,
) {
  let typed: Record<string, string> = {};
  const answer = await act(args, async (ctx, form) => {
    typed = typedIn(form);
    try {
      return { done: await run(ctx, form) };
    } catch (error) {
      if (error instanceof Response || isRefusal(error)) throw error;
      ctx.log.error({ err: error }, 'a form failed');
      throw new Refusal(failure);
    }
  });
  if ('done' in answer) return answer.done;
  return data<RefusedForm>({ refusal: answer.data.refusal, typed }, answer.init ?? undefined);
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
