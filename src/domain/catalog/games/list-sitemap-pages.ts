import { asc, type SQL, sql } from 'drizzle-orm';
import { type ColumnTypes, integer, text } from '#database/column-types.ts';
import { declareStatement, prepareStatement } from '#database/prepared-query.ts';
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
import { readSiteSetting } from '../../site/read-site-settings.ts';
import { type CompanyRole, companyTables } from '../companies/company-roles.ts';

/** What in the catalog has a page of its own. */
export const pageKinds = ['game', 'publisher', 'developer'] as const;
export type PageKind = (typeof pageKinds)[number];

export interface SitemapPage {
  id: number;
  /** The UTC day on which the page's contents were last saved: YYYY-MM-DD. */
  changedOn: string;
}

const day = (time: SQL) => sql`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD')`;
const bounds = sql`limit ${sql.placeholder('limit')}::integer offset ${sql.placeholder('offset')}::integer`;

type Bounds = { limit: number; offset: number };

const columns: ColumnTypes<SitemapPage> = { id: integer, changedOn: text };

// Selects the ids from an index first. Otherwise a deep page would read every row before it.
const readGames = prepareStatement<SitemapPage, Bounds>(
  'list-sitemap-games',
  columns,
  sql`select game.id, ${day(sql`game.fetched_at`)} as "changedOn"
    from (select id from ${games} where not is_hidden order by id ${bounds}) as page
    join ${games} as game on game.id = page.id order by game.id`,
);

// A company without games has an empty page and is left out. Companies with one slug are one company;
// its page has the smallest of their ids (see `createCompanyReader`).
function companyPagesStatement(kind: CompanyRole) {
  const { company, links, id } = companyTables[kind];
  return prepareStatement<SitemapPage, Bounds>(
    `list-sitemap-${kind}s`,
    columns,
    sql`select page.id, ${day(sql`max(game.fetched_at)`)} as "changedOn"
      from (
        select min(company.id) as id, company.slug from ${company} as company
        group by company.slug
        having bool_or(exists (
          select from ${links} as link
          join ${games} as shown on shown.id = link.game_id and not shown.is_hidden
          where link.${id} = company.id
        ))
        order by min(company.id) ${bounds}
      ) as page
      join ${company} as same on same.slug = page.slug
      join ${links} as link on link.${id} = same.id
      join ${games} as game on game.id = link.game_id and not game.is_hidden
      group by page.id order by page.id`,
  );
}

const read = {
  game: readGames,
  publisher: companyPagesStatement('publisher'),
  developer: companyPagesStatement('developer'),
};

/** One part of the pages of a kind, in the order of ids. `part` counts from 1; a part has `size` pages. */
export async function listSitemapPages(
  ctx: Pick<Ctx, 'db'>,
  { kind, part, size }: { kind: PageKind; part: number; size: number },
): Promise<SitemapPage[]> {
  return read[kind](ctx.db, { limit: size, offset: (part - 1) * size });
}

const countPages = declareStatement<Record<PageKind, number>, Record<string, never>>(
  { game: integer, publisher: integer, developer: integer },
  sql`select
    (select count(*)::integer from ${games} where not is_hidden) as game,
    (select count(distinct slug)::integer from ${publishers}
      where id in (select link.publisher_id from ${gamePublishers} as link
        join ${games} as game on game.id = link.game_id and not game.is_hidden)) as publisher,
    (select count(distinct slug)::integer from ${developers}
      where id in (select link.developer_id from ${gameDevelopers} as link
        join ${games} as game on game.id = link.game_id and not game.is_hidden)) as developer`,
);

/** The number of pages of each kind. */
export async function countSitemapPages(ctx: Pick<Ctx, 'db'>): Promise<Record<PageKind, number>> {
  const [counted] = await countPages(ctx.db, {});
  return counted ?? { game: 0, publisher: 0, developer: 0 };
}

const listUsedGenres = declareStatement<{ slug: string }, { slugs: string[] }>(
  { slug: text },
  sql`select listed.slug
    from unnest(${sql.placeholder('slugs')}::text[]) with ordinality as listed(slug, place)
    where exists (select from ${gameSearch} as entry where entry.genres @> array[listed.slug])
    order by listed.place`,
);

/** The slugs of the shop's genres that have a game, in the shop's order. */
export async function listGenresWithGames(ctx: Pick<Ctx, 'db'>): Promise<string[]> {
  const slugs = (await readSiteSetting(ctx.db, 'shopGenres')).map(({ slug }) => slug);
  return (await listUsedGenres(ctx.db, { slugs })).map(({ slug }) => slug);
}

/** The ids of all card kinds, set by set. */
export async function listCardPageIds(ctx: Pick<Ctx, 'db'>): Promise<string[]> {
  const kinds = await ctx.db
    .select({ id: cardKinds.id })
    .from(cardKinds)
    .orderBy(asc(cardKinds.setId), asc(cardKinds.position));
  return kinds.map(({ id }) => id);
}
