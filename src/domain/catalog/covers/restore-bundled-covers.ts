import { sql } from 'drizzle-orm';
import { games } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';

/**
 * Gives the bundle's games their drawn pictures back, where a games database had named others. For a
 * start without one: nobody fetches what it named any more. Answers how many games that were.
 */
export async function restoreBundledCovers({ db }: Pick<Ctx, 'db'>): Promise<number> {
  const { rowCount } = await db.execute(sql`
    with lost as materialized (
      select id from ${games}
      where drawn_cover is not null
        and (background_image, background_image_additional, pictures)
          is distinct from (drawn_cover, drawn_scene, drawn_pictures)
      -- In the order in which everybody writes games, so that two who start never wait for one another.
      order by id for update
    )
    update ${games} as game set background_image = drawn_cover,
      background_image_additional = drawn_scene, pictures = drawn_pictures
    from lost where game.id = lost.id`);
  return rowCount ?? 0;
}
