import { catalogEditor } from '#shared/constants/roles.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { Ctx } from '../../context.ts';
import type { Actor } from '../../context-parts.ts';
import { requireActor } from '../require-actor.ts';

/**
 * Returns the actor if it is a catalog editor or an admin.
 * @throws AppError `login-required`, `catalog-editors-only`.
 */
export function requireCatalogEditor(ctx: Pick<Ctx, 'actor'>): Actor {
  const actor = requireActor(ctx);
  if (actor.role !== 'admin' && !actor.furtherRoles.includes(catalogEditor))
    throw new AppError('catalog-editors-only');
  return actor;
}
