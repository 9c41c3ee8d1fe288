import type { Role } from '#shared/constants/roles.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { requireActor } from '../accounts/require-actor.ts';
import type { Actor } from '../base-context.ts';
import type { Ctx } from '../context.ts';

/** Whether somebody moderates: moderators and admins. */
export function isModerator(actor: Pick<Actor, 'role'> | null): boolean {
  return actor?.role === 'moderator' || actor?.role === 'admin';
}

/** The moderator or admin who acts. @throws Refusal `login-required`, `moderators-only`. */
export function requireModerator(ctx: Ctx): Actor {
  const actor = requireActor(ctx);
  if (!isModerator(actor)) throw new AppError('moderators-only');
  return actor;
}

/** The admin who acts. @throws Refusal `login-required`, `admins-only`. */
export function requireAdmin(ctx: Ctx): Actor {
  const actor = requireActor(ctx);
  if (actor.role !== 'admin') throw new AppError('admins-only');
  return actor;
}

/** Whose accounts somebody may suspend and restore: those of lesser roles. */
export function rolesBelow(role: Role): Role[] {
  if (role === 'admin') return ['guest', 'player', 'moderator'];
  return role === 'moderator' ? ['guest', 'player'] : [];
}
