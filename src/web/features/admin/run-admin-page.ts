import { data } from 'react-router';
import type { Ctx } from '#domain/context.ts';
import { logMissingRole } from '#domain/permissions/missing-role.ts';
import { isAdmin } from '#domain/permissions/require-moderator.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { hasRight, type Right } from '#shared/rules/rights.ts';
import { runFormAction } from '#web/lib/actions/form-action.ts';
import { runLoader } from '#web/lib/actions/run-loader-or-action.ts';

type Args = Parameters<typeof runLoader>[0];

/** Runs a loader for admins. For everybody else most pages of the administration do not exist. */
export function runAdminLoader<T>(args: Args, read: (ctx: Ctx, url: URL) => Promise<T>) {
  return runLoader(args, async (ctx, url) => {
    if (isAdmin(ctx.actor)) return read(ctx, url);
    logMissingRole(ctx, 'admin');
    throw data(null, { status: 404 });
  });
}

/** Runs a loader for admins and for accounts that have the right by a further role. */
export function runRightLoader<T>(
  args: Args,
  right: Right,
  read: (ctx: Ctx, url: URL) => Promise<T>,
) {
  return runLoader(args, async (ctx, url) => {
    if (hasRight(ctx.actor, right)) return read(ctx, url);
    logMissingRole(ctx, 'admin');
    throw data(null, { status: 404 });
  });
}

/** Runs a form for admins and for accounts that have the right. A visitor is sent to the login. */
export function runRightAction<T>(
  args: Args,
  right: Right,
  run: (ctx: Ctx, form: FormData) => Promise<T>,
) {
  return runFormAction(args, 'administration-failed', async (ctx, form) => {
    requireFormOfRight(ctx, right);
    return run(ctx, form);
  });
}

/** For everybody without the right the form does not exist. A visitor is sent to the login instead. */
export function requireFormOfRight(ctx: Ctx, right: Right): void {
  if (ctx.actor === null || hasRight(ctx.actor, right)) return;
  logMissingRole(ctx, 'admin');
  throw new AppError('not-found');
}

/** Runs a form for admins. A visitor is sent to the login. */
export function runAdminAction<T>(args: Args, run: (ctx: Ctx, form: FormData) => Promise<T>) {
  return runFormAction(args, 'administration-failed', async (ctx, form) => {
    requireAdminForm(ctx);
    return run(ctx, form);
  });
}

/** For everybody but admins the form does not exist. A visitor is sent to the login instead. */
export function requireAdminForm(ctx: Ctx): void {
  if (ctx.actor === null || isAdmin(ctx.actor)) return;
  logMissingRole(ctx, 'admin');
  throw new AppError('not-found');
}
