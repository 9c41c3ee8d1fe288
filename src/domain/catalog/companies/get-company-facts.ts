import { sql } from 'drizzle-orm';
import { preparedStatement } from '#database/prepared-query.ts';
import { games } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { coverAddress } from '../covers/cover-address.ts';
import { type CompanyKind, companySides } from './company-roles.ts';

export interface CompanyFacts {
  /** The years of its first and its last release here; null where none is known. */
  firstYear: number | null;
  lastYear: number | null;
  /** Pictures of its most rated games, for the head of its page; at most three. */
  pictures: string[];
  /** The same company on the other side, publisher or developer, where it has games there. */
  counterpart: number | null;
}

type Row = Omit<CompanyFacts, 'pictures'> & {
  pictures: { id: number; scene: string | null; cover: string | null }[];
};

const readers: Record<CompanyKind, ReturnType<typeof factsReader>> = {
  publisher: factsReader('publisher', 'developer'),
  developer: factsReader('developer', 'publisher'),
};

function factsReader(kind: CompanyKind, counterpart: CompanyKind) {
  const own = companySides[kind];
  const other = companySides[counterpart];
  // One slug is one company, as on its page (see `companyReader`).
  return preparedStatement<Row, { id: number }>(
    `get-${kind}-facts`,
    sql`with company as (
      select slug from ${own.company} where id = ${sql.placeholder('id')}::integer
    ), its as materialized (
      select game.id, game.released, game.ratings_count as known,
        jsonb_build_object('id', game.id, 'scene', game.background_image_additional,
          'cover', game.background_image) as picture
      from ${games} as game where game.id in (
        select link.game_id from company join ${own.company} as same on same.slug = company.slug
        join ${own.links} as link on link.${own.id} = same.id)
    )
    select extract(year from min(released))::integer as "firstYear",
      extract(year from max(released))::integer as "lastYear",
      array(select picture from its where picture->>'scene' is not null or picture->>'cover' is not null
        order by known desc nulls last, id limit 3) as pictures,
      (select there.id from company join ${other.company} as there on there.slug = company.slug
        cross join lateral (
          select count(*) as games from ${other.links} as link where link.${other.id} = there.id
        ) as linked
        where company.slug <> '' and linked.games > 0
        order by linked.games desc, there.id limit 1) as counterpart
    from its`,
  );
}

/** What the head of a company's page tells beyond its name; nothing of a company that there is not. */
export async function getCompanyFacts(
  ctx: Pick<Ctx, 'db'>,
  { kind, id }: { kind: CompanyKind; id: number },
): Promise<CompanyFacts> {
  const [facts] = await readers[kind](ctx.db, { id });
  if (!facts) return { firstYear: null, lastYear: null, pictures: [], counterpart: null };
  const pictures = facts.pictures.map((game) =>
    game.scene
      ? coverAddress(game.id, 'scene', game.scene, 960)
      : coverAddress(game.id, 'cover', game.cover, 960),
  );
  return { ...facts, pictures: pictures.filter((address) => address !== null) };
}
