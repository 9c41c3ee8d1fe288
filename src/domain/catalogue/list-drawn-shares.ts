import { sql } from 'drizzle-orm';
import { games } from '#db/schema.ts';
import { preparedStatement } from '#db/statement.ts';
import type { Ctx } from '../context.ts';
import { type PictureWish, readPictureAddress, sharePictureAddress } from './picture-address.ts';

const readDrawn = preparedStatement<{ id: number; backgroundImage: string }, Record<string, never>>(
  'list-drawn-shares',
  sql`select game.id, game.background_image as "backgroundImage" from ${games} as game
    where game.background_image like '/art/%' order by game.ratings_count desc, game.id`,
);

/** The pictures for sharing that are made of drawn covers, of the best known games first. */
export async function listDrawnShares(ctx: Pick<Ctx, 'db'>): Promise<PictureWish[]> {
  const drawn = await readDrawn(ctx.db, {});
  return drawn
    .map((game) => readPictureAddress(sharePictureAddress(game) ?? ''))
    .filter((wish) => wish !== null);
}
