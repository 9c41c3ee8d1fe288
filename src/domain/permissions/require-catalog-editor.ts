import { catalogEditor } from '#shared/constants/accounts/roles.ts';
import type { Actor } from '../actor.ts';
import type { Ctx } from '../context.ts';
import { createMissingRoleError } from './missing-role.ts';
import { requireActor } from './require-actor.ts';

/** Whether the actor is a catalog editor or an admin; false for a visitor. */
export function isCatalogEditor(actor: Pick<Actor, 'role' | 'furtherRoles'> | null): boolean {
  return actor?.role === 'admin' || actor?.furtherRoles.includes(catalogEditor) === true;
}

/**
 * Returns the actor if it is a catalog editor or an admin.
 * @throws AppError `login-required`, `catalog-editors-only`, `factor-overdue`.
 */
export function requireCatalogEditor(ctx: Pick<Ctx, 'actor' | 'request' | 'accounts'>): Actor {
  const actor = requireActor(ctx);
  if (isCatalogEditor(actor)) return actor;
  throw createMissingRoleError(ctx, 'catalog-editor');
}
