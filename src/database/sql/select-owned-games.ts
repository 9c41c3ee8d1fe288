import { type SQL, sql } from 'drizzle-orm';
import { ownedGames } from '../schema.ts';
import { unknownToPlanner } from './unknown-to-planner.ts';

/** Selects which of the games `ids` an account owns, in no order. None if `userId` is null. */
export function selectOwnedGames(ids: SQL): SQL {
  return sql`select owned.game_id as id from ${ownedGames} as owned
    where owned.user_id = ${unknownToPlanner(sql.placeholder('userId'), 'uuid')}
      and owned.game_id = any(${ids})`;
}

/** `ids` as a value of a statement. */
export const requestedIds = unknownToPlanner(sql.placeholder('ids'), 'integer[]');
