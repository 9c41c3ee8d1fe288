import { sql } from 'drizzle-orm';
import { integer } from '#database/column-types.ts';
import { declareStatement } from '#database/prepared-query.ts';
import { gameOwners, games, ownedGames } from '#database/schema.ts';
import type { Ctx } from '../context.ts';

/**
 * Counts the owners of each game, for the shop's shelf of the most owned games. Writes only counts that
 * have changed, and deletes the counts of games without owners. Returns the number of changed rows.
 */
export async function countOwners(ctx: Pick<Ctx, 'db'>): Promise<number> {
  return ctx.db.transaction(async (tx) => {
    // It reads every purchase, and no request waits for it.
    await tx.execute(sql`set local statement_timeout = '5min'`);
    const [row] = await updateCounts(tx, {});
    return row?.changed ?? 0;
  });
}

const updateCounts = declareStatement<{ changed: number }, Record<string, never>>(
  { changed: integer },
  sql`with counted as materialized (
        select owned.game_id, count(*)::integer as owners
        from ${ownedGames} as owned join ${games} as game on game.id = owned.game_id
        group by owned.game_id
      ), deleted as (
        delete from ${gameOwners} as stored
        where not exists (select from counted where counted.game_id = stored.game_id)
        returning stored.game_id
      ), written as (
        insert into ${gameOwners} as stored (game_id, owners)
        select counted.game_id, counted.owners from counted
        where not exists (select from ${gameOwners} as same
          where same.game_id = counted.game_id and same.owners = counted.owners)
        order by counted.game_id
        on conflict (game_id) do update set owners = excluded.owners
        returning stored.game_id
      )
      select ((select count(*) from deleted) + (select count(*) from written))::integer as changed`,
);
