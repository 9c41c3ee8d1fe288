import { catalogEditor } from '#shared/constants/roles.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { Ctx } from '../../context.ts';
import type { Actor } from '../../context-parts.ts';
import { requireActor } from '../require-actor.ts';
import { recordRefusal } from './record-refusal.ts';

/** Whether the actor is a catalog editor or an admin; false for a visitor. */
export function isCatalogEditor(actor: Pick<Actor, 'role' | 'furtherRoles'> | null): boolean {
  return actor?.role === 'admin' || actor?.furtherRoles.includes(catalogEditor) === true;
}

/**
 * Returns the actor if it is a catalog editor or an admin.
 * @throws AppError `login-required`, `catalog-editors-only`.
 */
export function requireCatalogEditor(ctx: Pick<Ctx, 'actor' | 'request' | 'accounts'>): Actor {
  const actor = requireActor(ctx);
  if (isCatalogEditor(actor)) return actor;
  recordRefusal(ctx, 'catalog-editor');
  throw new AppError('catalog-editors-only');
}
