import { asc, type SQL, sql } from 'drizzle-orm';
import { preparedStatement } from '#database/prepared-query.ts';
import {
  cardKinds,
  developers,
  gameDevelopers,
  gamePublishers,
  gameSearch,
  games,
  publishers,
} from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { shopGenres } from '#shared/constants/genres.ts';
import { type CompanyKind, companySides } from '../companies/company-roles.ts';

/** What of the catalogue has a page of its own. */
export const addressKinds = ['game', 'publisher', 'developer'] as const;
export type AddressKind = (typeof addressKinds)[number];

export interface CatalogueAddress {
  id: number;
  /** The day (UTC) on which what the page shows was last taken over: YYYY-MM-DD. */
  changedOn: string;
}

const day = (time: SQL) => sql`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD')`;
const bounds = sql`limit ${sql.placeholder('limit')}::integer offset ${sql.placeholder('offset')}::integer`;

type Bounds = { limit: number; offset: number };

// The ids first, from an index alone: a deep page would otherwise read every row before it.
const readGames = preparedStatement<CatalogueAddress, Bounds>(
  'list-game-addresses',
  sql`select game.id, ${day(sql`game.fetched_at`)} as "changedOn"
    from (select id from ${games} order by id ${bounds}) as page
    join ${games} as game on game.id = page.id order by game.id`,
);

// A company without games is an empty page, which nobody needs to find. One slug is one company, which
// is found under the smallest of its ids (see `companyReader`).
function companies(kind: CompanyKind) {
  const { company, links, id } = companySides[kind];
  return preparedStatement<CatalogueAddress, Bounds>(
    `list-${kind}-addresses`,
    sql`select page.id, ${day(sql`max(game.fetched_at)`)} as "changedOn"
      from (
        select min(company.id) as id, company.slug from ${company} as company
        group by company.slug
        having bool_or(exists (select from ${links} as link where link.${id} = company.id))
        order by min(company.id) ${bounds}
      ) as page
      join ${company} as same on same.slug = page.slug
      join ${links} as link on link.${id} = same.id
      join ${games} as game on game.id = link.game_id
      group by page.id order by page.id`,
  );
}

const read = {
  game: readGames,
  publisher: companies('publisher'),
  developer: companies('developer'),
};

/** A part of the pages of a kind, in the order of ids; `part` counts from 1, of `size` each. */
export async function listAddresses(
  ctx: Pick<Ctx, 'db'>,
  { kind, part, size }: { kind: AddressKind; part: number; size: number },
): Promise<CatalogueAddress[]> {
  return read[kind](ctx.db, { limit: size, offset: (part - 1) * size });
}

/** How many pages of each kind there are. */
export async function countAddresses(ctx: Pick<Ctx, 'db'>): Promise<Record<AddressKind, number>> {
  const counted = await ctx.db.execute<Record<AddressKind, number>>(sql`select
    (select count(*)::integer from ${games}) as game,
    (select count(distinct slug)::integer from ${publishers}
      where id in (select publisher_id from ${gamePublishers})) as publisher,
    (select count(distinct slug)::integer from ${developers}
      where id in (select developer_id from ${gameDevelopers})) as developer`);
  return counted.rows[0] ?? { game: 0, publisher: 0, developer: 0 };
}

/** The slugs of the shop's genres that have a game, in its order. */
export async function listGenresWithGames(ctx: Pick<Ctx, 'db'>): Promise<string[]> {
  const slugs = shopGenres.map(({ slug }) => sql`${slug}`);
  const { rows } = await ctx.db.execute<{ slug: string }>(sql`select listed.slug
    from unnest(array[${sql.join(slugs, sql`, `)}]::text[]) with ordinality as listed(slug, place)
    where exists (select from ${gameSearch} as entry where entry.genres @> array[listed.slug])
    order by listed.place`);
  return rows.map(({ slug }) => slug);
}

/** The ids of all cards that can be collected, set by set. */
export async function listCardAddresses(ctx: Pick<Ctx, 'db'>): Promise<string[]> {
  const kinds = await ctx.db
    .select({ id: cardKinds.id })
    .from(cardKinds)
    .orderBy(asc(cardKinds.setId), asc(cardKinds.position));
  return kinds.map(({ id }) => id);
}
