import { hasRight, type Right } from '#shared/rules/rights.ts';
import type { Actor } from '../actor.ts';
import type { Ctx } from '../context.ts';
import { createMissingRoleError } from './missing-role.ts';
import { requireActor } from './require-actor.ts';

/**
 * Returns the actor if it is an admin or one of its further roles gives the right.
 * @throws AppError `login-required`, `admins-only`, `factor-overdue`.
 */
export function requireRight(
  ctx: Pick<Ctx, 'actor' | 'request' | 'accounts'>,
  right: Right,
): Actor {
  const actor = requireActor(ctx);
  if (hasRight(actor, right)) return actor;
  throw createMissingRoleError(ctx, 'admin');
}
