import { AppError } from '#shared/errors/app-error.ts';
import type { Actor } from '../actor.ts';
import type { Ctx } from '../context.ts';

const codes = {
  moderator: 'moderators-only',
  admin: 'admins-only',
  'catalog-editor': 'catalog-editors-only',
} as const;
type NeededRole = keyof typeof codes;

type MissingRoleCtx = Pick<Ctx, 'actor' | 'request' | 'accounts'>;

/**
 * Logs that the actor lacks a role, and returns the error: it names the second factor that an account with a role
 * still has to set up.
 */
export function createMissingRoleError(ctx: MissingRoleCtx, needed: NeededRole): AppError {
  logMissingRole(ctx, needed);
  return new AppError(isFactorOverdue(ctx.actor) ? 'factor-overdue' : codes[needed]);
}

/** Logs that the actor lacks a role. A visitor lacks a login instead, which is not logged. */
export function logMissingRole(
  { actor, request, accounts }: MissingRoleCtx,
  needed: NeededRole,
): void {
  if (actor === null) return;
  const entry = { event: 'permission-refused', account: actor.id, needed } as const;
  accounts.securityLog.record(request, entry);
}

/** Whether the actor has a role that it cannot use until it has a second factor. */
export function isFactorOverdue(actor: Pick<Actor, 'isFactorOverdue'> | null): boolean {
  return actor?.isFactorOverdue === true;
}
