import { isModeratorRole, type Role } from '#shared/constants/accounts/roles.ts';
import type { Actor } from '../actor.ts';
import type { Ctx } from '../context.ts';
import { createMissingRoleError } from './missing-role.ts';
import { requireActor } from './require-actor.ts';

/** Whether the actor is a moderator or an admin; false for a visitor. */
export function isModerator(actor: Pick<Actor, 'role'> | null): boolean {
  return isModeratorRole(actor?.role);
}

/** Returns the actor if it is a moderator or an admin. @throws AppError `login-required`, `moderators-only`, `factor-overdue`. */
export function requireModerator(ctx: Ctx): Actor {
  const actor = requireActor(ctx);
  if (isModerator(actor)) return actor;
  throw createMissingRoleError(ctx, 'moderator');
}

/** Whether the actor is an admin; false for a visitor. */
export function isAdmin(actor: Pick<Actor, 'role'> | null): boolean {
  return actor?.role === 'admin';
}

/** Returns the actor if it is an admin. @throws AppError `login-required`, `admins-only`, `factor-overdue`. */
export function requireAdmin(ctx: Ctx): Actor {
  const actor = requireActor(ctx);
  if (isAdmin(actor)) return actor;
  throw createMissingRoleError(ctx, 'admin');
}

/** The lower roles, whose accounts a moderator with `role` may suspend and restore. */
export function listLowerRoles(role: Role): Role[] {
  if (role === 'admin') return ['guest', 'player', 'moderator'];
  return role === 'moderator' ? ['guest', 'player'] : [];
}
