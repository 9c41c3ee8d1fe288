import { sql } from 'drizzle-orm';
import { preparedStatement } from '#database/prepared-query.ts';
import { games } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { type CoverRequest, parseCoverAddress, shareImageAddress } from './cover-address.ts';

const readDrawn = preparedStatement<{ id: number; backgroundImage: string }, Record<string, never>>(
  'list-drawn-shares',
  sql`select game.id, game.background_image as "backgroundImage" from ${games} as game
    where game.background_image like '/art/%' order by game.ratings_count desc, game.id`,
);

/** The pictures for sharing that are made of drawn covers, of the best known games first. */
export async function listBundledShareImages(ctx: Pick<Ctx, 'db'>): Promise<CoverRequest[]> {
  const drawn = await readDrawn(ctx.db, {});
  return drawn
    .map((game) => parseCoverAddress(shareImageAddress(game) ?? ''))
    .filter((wish) => wish !== null);
}
