import { data } from 'react-router';
import type { Ctx } from '#domain/context.ts';
import { requireActor } from '#domain/permissions/require-actor.ts';
import { isAppError } from '#shared/errors/app-error.ts';
import type { FailureTextKey } from '#shared/errors/failure-texts.ts';
import { type FailedForm, runFormAction } from '#web/lib/actions/form-action.ts';
import { isWithoutScript } from '#web/lib/actions/is-without-script.ts';
import { redirect } from '#web/lib/actions/redirect.ts';
import { deleteTypedTexts, saveTypedTexts } from '#web/lib/actions/typed-texts-cookie.ts';
import { proofPath } from '#web/paths/proof.ts';

type Args = Parameters<typeof runFormAction>[0];

/**
 * Like `runFormAction`, for a form whose page needs a fresh proof of identity. When the proof became too old
 * while the form was filled in, the named texts are kept until the proof leads back to the page; without
 * scripts the browser is sent there at once.
 */
export async function runFormActionWithProof<T extends object>(
  args: Args,
  failure: FailureTextKey,
  names: readonly string[],
  run: (ctx: Ctx, form: FormData) => Promise<T>,
) {
  const { request } = args;
  const kept = new Headers();
  const answer = await runFormAction(args, failure, async (ctx, form) => {
    try {
      const done = await run(ctx, form);
      const deletion = deleteTypedTexts(request);
      return deletion === null ? done : data(done, { headers: { 'Set-Cookie': deletion } });
    } catch (error) {
      const deletion = deleteTypedTexts(request);
      if (error instanceof Response && deletion !== null) {
        error.headers.append('Set-Cookie', deletion);
      }
      if (!isAppError(error) || error.code !== 'proof-required') throw error;
      kept.set('Set-Cookie', saveTypedTexts(request, requireActor(ctx), pickTexts(form, names)));
      if (!isWithoutScript(request)) throw error;
      throw redirect(proofPath(new URL(request.url).pathname), { headers: kept });
    }
  });
  return kept.has('Set-Cookie') && isFailed(answer)
    ? data(answer.data, { ...answer.init, headers: kept })
    : answer;
}

type Failed = ReturnType<typeof data<FailedForm>>;

function isFailed(answer: object): answer is Failed {
  return 'data' in answer && 'init' in answer;
}

function pickTexts(form: FormData, names: readonly string[]): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const name of names) {
    const value = form.get(name);
    if (typeof value === 'string') texts[name] = value;
  }
  return texts;
}
