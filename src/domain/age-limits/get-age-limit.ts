import { isModeratorRole } from '#shared/constants/accounts/roles.ts';
import { hasRight } from '#shared/rules/rights.ts';
import type { AgeLimits } from '#shared/schemas/administration/age-limits.ts';
import type { Actor } from '../actor.ts';

/** Whether an account decides about all games, so that none is closed to it: moderators, admins and catalog editors. */
export function decidesAboutGames(actor: Pick<Actor, 'role' | 'rights'>): boolean {
  return isModeratorRole(actor.role) || hasRight(actor, 'edit-catalog');
}

/**
 * The age in years above which no game exists for a reader; null without a limit. The limit of an account comes before
 * that of the site for accounts of its kind.
 */
export function getAgeLimit(
  actor: Pick<Actor, 'role' | 'rights' | 'ageLimit'> | null,
  limits: AgeLimits,
): number | null {
  if (actor === null) return limits.visitors;
  if (decidesAboutGames(actor)) return null;
  return actor.ageLimit ?? (actor.role === 'guest' ? limits.guests : limits.players);
}
