import { data } from 'react-router';
import type { Ctx } from '#domain/context.ts';
import { logMissingRole } from '#domain/permissions/missing-role.ts';
import { isAdmin, isModerator } from '#domain/permissions/require-moderator.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { runFormAction } from '#web/lib/actions/form-action.ts';
import { runLoader } from '#web/lib/actions/run-loader-or-action.ts';

type Args = Parameters<typeof runLoader>[0];

/** Runs a loader for moderators and admins. For everybody else their pages do not exist. */
export function runModeratorLoader<T>(args: Args, read: (ctx: Ctx, url: URL) => Promise<T>) {
  return runLoader(args, async (ctx, url) => {
    requireModeratorPage(ctx);
    return read(ctx, url);
  });
}

/** Runs a form of moderators and admins. A visitor is sent to the login. */
export function runModeratorAction<T>(args: Args, run: (ctx: Ctx, form: FormData) => Promise<T>) {
  return runFormAction(args, 'moderation-failed', async (ctx, form) => {
    requireModeratorForm(ctx);
    return run(ctx, form);
  });
}

function requireModeratorPage(ctx: Ctx): void {
  if (isModerator(ctx.actor)) return;
  logMissingRole(ctx, 'moderator');
  throw data(null, { status: 404 });
}

/** For everybody else a form does not exist. A visitor is sent to the login instead. */
export function requireModeratorForm(ctx: Ctx): void {
  if (ctx.actor === null || isModerator(ctx.actor)) return;
  logMissingRole(ctx, 'moderator');
  throw new AppError('not-found');
}

/** For everybody but admins, the page does not exist. */
export function requirePageOfAdmins(ctx: Ctx): void {
  if (isAdmin(ctx.actor)) return;
  logMissingRole(ctx, 'admin');
  throw data(null, { status: 404 });
}
