import { sql } from 'drizzle-orm';
import { games } from '#database/schema.ts';
import { getAgeOfRating } from '#shared/rules/age-of-rating.ts';

/** The age of a game, at least the one that its new rating names. Editors can set a lower one afterwards. */
export function raiseToAgeOf(rating: string | null) {
  return sql`greatest(${games.minimumAge}, ${getAgeOfRating(rating)}::integer)`;
}
