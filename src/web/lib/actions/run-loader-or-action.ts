import type { RouterContextProvider } from 'react-router';
import type { Actor } from '#domain/actor.ts';
import type { Ctx } from '#domain/context.ts';
import { isDatabaseUnavailable } from '#domain/lib/database-unavailable.ts';
import { logRefusedPermission } from '#domain/permissions/refused-permissions.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { renderUnavailable } from '../errors/database-unavailable.ts';
import { loginPath, respondForAction, throwForLoader } from '../errors/render-app-error.ts';
import { ctxContext } from '../request-context.ts';
import { sentFormContext } from '../sent-form-context.ts';
import { redirect } from './redirect.ts';

interface Args {
  request: Request;
  context: Readonly<RouterContextProvider>;
}

/** Runs the reads of a loader and renders their AppErrors. */
export async function runLoader<T>(
  args: Args,
  read: (ctx: Ctx, url: URL) => Promise<T>,
): Promise<T> {
  const ctx = args.context.get(ctxContext);
  try {
    return await read(ctx, new URL(args.request.url));
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw renderUnavailable(error, args);
    logRefusedPermission(ctx, error);
    return throwForLoader(error, args.request);
  }
}

/** Like `runLoader`, for screens that need a login: a visitor is sent to /login and back afterwards. */
export async function runGuardedLoader<T>(
  args: Args,
  read: (ctx: Ctx, actor: Actor, url: URL) => Promise<T>,
): Promise<T> {
  return runLoader(args, async (ctx, url) => {
    if (!ctx.actor) throw redirect(loginPath(args.request));
    return read(ctx, ctx.actor, url);
  });
}

/** Runs an action on its form. An AppError becomes the result `{ error }` with the status of the error. */
export async function runAction<T>(args: Args, run: (ctx: Ctx, form: FormData) => Promise<T>) {
  const ctx = args.context.get(ctxContext);
  try {
    return await run(ctx, await readForm(args));
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw renderUnavailable(error, args);
    logRefusedPermission(ctx, error);
    return respondForAction(error, args.request);
  }
}

/** @throws AppError */
async function readForm({ request, context }: Args): Promise<FormData> {
  const sent = context.get(sentFormContext);
  if (sent?.error) throw sent.error;
  if (sent) return sent.form;
  try {
    return await request.formData();
  } catch {
    throw new AppError('bad-input');
  }
}
