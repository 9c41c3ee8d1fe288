import { hasRight } from '#shared/rules/rights.ts';
import type { Actor } from '../actor.ts';
import type { Ctx } from '../context.ts';
import { createMissingRoleError } from './missing-role.ts';
import { requireActor } from './require-actor.ts';

/** Whether the actor edits the catalog, by a further role or as an admin; false for a visitor. */
export function isCatalogEditor(actor: Pick<Actor, 'role' | 'rights'> | null): boolean {
  return hasRight(actor, 'edit-catalog');
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
