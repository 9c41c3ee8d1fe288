import { sql } from 'drizzle-orm';
import { games } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';

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
        and (background_image, background_image_additional, pictures)
          is distinct from (drawn_cover, drawn_scene, drawn_pictures)
      -- All transactions lock games in the order of their ids, so that nodes that start together cannot deadlock.
      order by id for update
    )
    update ${games} as game set background_image = drawn_cover,
      background_image_additional = drawn_scene, pictures = drawn_pictures
    from replaced where game.id = replaced.id`);
  return rowCount ?? 0;
}
