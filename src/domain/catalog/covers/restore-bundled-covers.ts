import { sql } from 'drizzle-orm';
import { gameOverrides, games } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';

/** An editor of the site has uploaded the cover. */
const isKept = sql`'cover' = any(overridden)`;

/**
 * Restores the bundled pictures of games for which the catalog provider had named others. Used at a start
 * without a provider, because the provider's pictures can no longer be fetched. Returns the number of
 * changed games.
 */
export async function restoreBundledCovers({ db }: Pick<Ctx, 'db'>): Promise<number> {
  const { rowCount } = await db.execute(sql`
    with replaced as materialized (
      select id from ${games}
      where drawn_cover is not null
        and (case when ${isKept} then drawn_cover else background_image end,
            background_image_additional, pictures)
          is distinct from (drawn_cover, drawn_scene, drawn_pictures)
      -- All transactions lock games in the order of their ids, so that nodes that start together cannot deadlock.
      order by id for update
    )
    update ${games} as game set
      background_image = case when ${isKept} then background_image else drawn_cover end,
      background_image_additional = drawn_scene, pictures = drawn_pictures
    from replaced where game.id = replaced.id`);
  await db.execute(sql`
    update ${gameOverrides} as override set source_value = to_jsonb(game.drawn_cover)
    from ${games} as game
    where override.field = 'cover' and game.id = override.game_id and game.drawn_cover is not null
      and override.source_value is distinct from to_jsonb(game.drawn_cover)`);
  return rowCount ?? 0;
}
