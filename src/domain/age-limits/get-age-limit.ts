import { isModeratorRole } from '#shared/constants/accounts/roles.ts';
import { hasRight } from '#shared/rules/rights.ts';
import type { AgeLimits } from '#shared/schemas/administration/age-limits.ts';
import type { Actor } from '../actor.ts';

/**
 * The age in years above which no game exists for a reader; null without a limit. The limit of an account comes before
 * that of the site for accounts of its kind. Moderators, admins and editors of the catalog have none, because they
 * decide about all games.
 */
export function getAgeLimit(
  actor: Pick<Actor, 'role' | 'rights' | 'ageLimit'> | null,
  limits: AgeLimits,
): number | null {
  if (actor === null) return limits.visitors;
  if (isModeratorRole(actor.role) || hasRight(actor, 'edit-catalog')) return null;
  return actor.ageLimit ?? (actor.role === 'guest' ? limits.guests : limits.players);
}
