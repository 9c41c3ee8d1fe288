import { data } from 'react-router';
import type { Ctx } from '#domain/context.ts';
import { logMissingRole } from '#domain/permissions/missing-role.ts';
import { isAdmin } from '#domain/permissions/require-moderator.ts';
import { AppError } from '#shared/errors/app-error.ts';

/** For everybody but admins, most pages of the administration do not exist. */
export function requireAdminPage(ctx: Ctx): void {
  if (isAdmin(ctx.actor)) return;
  logMissingRole(ctx, 'admin');
  throw data(null, { status: 404 });
}

/** The same for a form. A visitor is sent to the login instead. */
export function requireAdminForm(ctx: Ctx): void {
  if (ctx.actor === null || isAdmin(ctx.actor)) return;
  logMissingRole(ctx, 'admin');
  throw new AppError('not-found');
}
