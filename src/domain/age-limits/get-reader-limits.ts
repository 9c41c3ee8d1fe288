import type { AgeLimits } from '#shared/schemas/administration/age-limits.ts';
import type { Actor } from '../actor.ts';
import { decidesAboutGames, getAgeLimit } from './get-age-limit.ts';
import type { GameAudiences } from './read-game-audiences.ts';

/** What some readers of the site may not see. */
export interface SiteLimits {
  ages: AgeLimits;
  audiences: GameAudiences;
}

/** What a reader may not see. */
export interface ReaderLimits {
  /** In years; null without a limit. */
  ageLimit: number | null;
  /** Groups of the reader that have games, sorted. */
  groupIds: readonly string[];
  /** Differs for readers who see other games. */
  key: string;
}

type Reader = Pick<Actor, 'role' | 'rights' | 'ageLimit' | 'groupIds'> | null;

/** The limits of a reader; null if every game exists for it. */
export function getReaderLimits(
  actor: Reader,
  { ages, audiences }: SiteLimits,
): ReaderLimits | null {
  if (actor && decidesAboutGames(actor)) return null;
  const ageLimit = getAgeLimit(actor, ages);
  const own = new Set(actor?.groupIds);
  const isOpen = (groups: readonly string[]) => groups.some((id) => own.has(id));
  if (ageLimit === null && audiences.every(isOpen)) return null;
  const groupIds = [...new Set(audiences.flat())].filter((id) => own.has(id)).toSorted();
  return { ageLimit, groupIds, key: [ageLimit, ...groupIds].join() };
}
