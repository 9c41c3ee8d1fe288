import { sql } from 'drizzle-orm';
import { integer, text } from '#database/column-types.ts';
import { prepareStatement } from '#database/prepared-query.ts';
import { games } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { type CoverRequest, parseCoverPath, shareImagePath } from './cover-path.ts';

const readBundled = prepareStatement<
  { id: number; backgroundImage: string },
  Record<string, never>
>(
  'list-drawn-shares',
  { id: integer, backgroundImage: text },
  sql`select game.id, game.background_image as "backgroundImage" from ${games} as game
    where game.background_image like '/art/%' order by game.ratings_count desc, game.id`,
);

/** The share images of bundled covers, those of the best-known games first. */
export async function listBundledShareImages(ctx: Pick<Ctx, 'db'>): Promise<CoverRequest[]> {
  const bundled = await readBundled(ctx.db, {});
  return bundled
    .map((game) => parseCoverPath(shareImagePath(game) ?? ''))
    .filter((request) => request !== null);
}
