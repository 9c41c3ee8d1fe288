import { sql } from 'drizzle-orm';
import { boolean } from '#database/column-types.ts';
import { declareStatement, type StatementTarget } from '#database/prepared-query.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { isBeyondLimits } from './age-limit-sql.ts';

const value = sql.placeholder;

const anyBeyond = declareStatement<
  { beyond: boolean },
  { userIds: readonly string[]; gameIds: readonly number[] }
>(
  { beyond: boolean },
  sql`select exists (
    select from unnest(${value('userIds')}::uuid[]) as reader_of(id),
      unnest(${value('gameIds')}::integer[]) as game_of(id)
    where ${isBeyondLimits({ userId: sql`reader_of.id`, gameId: sql`game_of.id` })}
  ) as beyond`,
);

/**
 * Checks that all of the accounts may see all of the games, whose cards one of them would get.
 * @throws AppError `beyond-age-limit`.
 */
export async function requireAllowedGames(
  db: StatementTarget,
  allowed: { userIds: readonly string[]; gameIds: readonly number[] },
): Promise<void> {
  const [row] = await anyBeyond(db, allowed);
  if (row?.beyond) throw new AppError('beyond-age-limit');
}
