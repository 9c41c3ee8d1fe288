import { data } from 'react-router';
import type { Ctx } from '#domain/context.ts';
import { logMissingRole } from '#domain/permissions/missing-role.ts';
import { isAdmin, isModerator } from '#domain/permissions/require-moderator.ts';
import { AppError } from '#shared/errors/app-error.ts';

/** For everybody but moderators and admins, the pages of moderation do not exist. */
export function requireModeratorPage(ctx: Ctx): void {
  if (isModerator(ctx.actor)) return;
  logMissingRole(ctx, 'moderator');
  throw data(null, { status: 404 });
}

/** The same for a form. A visitor is sent to the login instead. */
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
