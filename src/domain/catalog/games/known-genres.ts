import { sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { genres } from '#database/schema.ts';
import type { ShopGenre } from '#shared/constants/catalog/genres.ts';
import { readSiteSetting } from '../../site/read-site-settings.ts';

/** The slugs that a game of the site can have as genres: those of the shop, and those that games have. */
export async function readKnownGenres(db: Queryable): Promise<ReadonlySet<string>> {
  const ofShop = await readSiteSetting(db, 'shopGenres');
  const stored = await db.select({ slug: genres.slug }).from(genres);
  return new Set([...ofShop, ...stored].map(({ slug }) => slug));
}

/** Adds genres of the site that no game has yet. The names of others are those of their source. */
export async function addGenres(tx: Queryable, all: readonly ShopGenre[]): Promise<void> {
  await tx.execute(sql`
    insert into ${genres} (slug, name)
    select slug, name from jsonb_to_recordset(${JSON.stringify(all)}::jsonb)
      as genre(slug text, name text)
    order by slug
    on conflict (slug) do nothing`);
}
