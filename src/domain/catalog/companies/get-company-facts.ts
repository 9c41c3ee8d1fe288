import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { type ColumnTypes, integer, jsonArray, nullable } from '#database/column-types.ts';
import { prepareStatement } from '#database/prepared-query.ts';
import { games } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { coverPath } from '../covers/cover-path.ts';
import { type CompanyRole, companyTables } from './company-roles.ts';

export interface CompanyFacts {
  /** The years of its first and last release in the catalog; null if no release date is known. */
  firstYear: number | null;
  lastYear: number | null;
  /** Pictures of its most rated games, three at most, for the head of its page. */
  pictures: string[];
  /** The id of the same company in the other role; null if it has no games there. */
  counterpart: number | null;
}

type Row = Omit<CompanyFacts, 'pictures'> & {
  pictures: { id: number; scene: string | null; cover: string | null }[];
};

const columns: ColumnTypes<Row> = {
  firstYear: nullable(integer),
  lastYear: nullable(integer),
  pictures: jsonArray(
    z.strictObject({ id: z.int(), scene: z.string().nullable(), cover: z.string().nullable() }),
  ),
  counterpart: nullable(integer),
};

const readers: Record<CompanyRole, ReturnType<typeof factsReader>> = {
  publisher: factsReader('publisher', 'developer'),
  developer: factsReader('developer', 'publisher'),
};

function factsReader(kind: CompanyRole, counterpart: CompanyRole) {
  const own = companyTables[kind];
  const other = companyTables[counterpart];
  // Companies with one slug are one company, as on its page (see `createCompanyReader`).
  return prepareStatement<Row, { id: number }>(
    `get-${kind}-facts`,
    columns,
    sql`with company as (
      select slug from ${own.company} where id = ${sql.placeholder('id')}::integer
    ), its as materialized (
      select game.id, game.released, game.ratings_count as known,
        jsonb_build_object('id', game.id, 'scene', game.background_image_additional,
          'cover', game.background_image) as picture
      from ${games} as game where not game.is_hidden and game.id in (
        select link.game_id from company join ${own.company} as same on same.slug = company.slug
        join ${own.links} as link on link.${own.id} = same.id)
    )
    select extract(year from min(released))::integer as "firstYear",
      extract(year from max(released))::integer as "lastYear",
      array(select picture from its where picture->>'scene' is not null or picture->>'cover' is not null
        order by known desc nulls last, id limit 3) as pictures,
      (select there.id from company join ${other.company} as there on there.slug = company.slug
        cross join lateral (
          select count(*) as games from ${other.links} as link
          join ${games} as shown on shown.id = link.game_id and not shown.is_hidden
          where link.${other.id} = there.id
        ) as linked
        where company.slug <> '' and linked.games > 0
        order by linked.games desc, there.id limit 1) as counterpart
    from its`,
  );
}

/** What the head of a company's page shows besides its name. All values are empty for an unknown company. */
export async function getCompanyFacts(
  ctx: Pick<Ctx, 'db'>,
  { kind, id }: { kind: CompanyRole; id: number },
): Promise<CompanyFacts> {
  const [facts] = await readers[kind](ctx.db, { id });
  if (!facts) return { firstYear: null, lastYear: null, pictures: [], counterpart: null };
  const pictures = facts.pictures.map((game) =>
    game.scene
      ? coverPath(game.id, 'scene', game.scene, 960)
      : coverPath(game.id, 'cover', game.cover, 960),
  );
  return { ...facts, pictures: pictures.filter((path) => path !== null) };
}
