import { sql } from 'drizzle-orm';
import { gameOwners, games, ownedGames } from '#database/schema.ts';
import type { Ctx } from '../context.ts';

/**
 * Counts who owns what, for the shop's shelf of the most owned. Only rows whose number has changed are
 * written, a game that nobody owns any more is left out. Answers how many were.
 */
export async function countOwners(ctx: Pick<Ctx, 'db'>): Promise<number> {
  return ctx.db.transaction(async (tx) => {
    // It goes through every purchase there ever was, which nobody waits for.
    await tx.execute(sql`set local statement_timeout = '5min'`);
    const { rows } = await tx.execute<{ changed: number }>(sql`
      with counted as materialized (
        select owned.game_id, count(*)::integer as owners
        from ${ownedGames} as owned join ${games} as game on game.id = owned.game_id
        group by owned.game_id
      ), gone as (
        delete from ${gameOwners} as kept
        where not exists (select from counted where counted.game_id = kept.game_id)
        returning kept.game_id
      ), written as (
        insert into ${gameOwners} as kept (game_id, owners)
        select counted.game_id, counted.owners from counted
        where not exists (select from ${gameOwners} as same
          where same.game_id = counted.game_id and same.owners = counted.owners)
        order by counted.game_id
        on conflict (game_id) do update set owners = excluded.owners
        returning kept.game_id
      )
      select ((select count(*) from gone) + (select count(*) from written))::integer as changed`);
    return rows[0]?.changed ?? 0;
  });
}
