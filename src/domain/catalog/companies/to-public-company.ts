import { type SQL, sql } from 'drizzle-orm';
import { games } from '#database/schema.ts';
import { shopConstants } from '#shared/constants/catalog.ts';
import { rasterAddress } from '../covers/cover-address.ts';
import { type CompanyKind, companySides } from './company-roles.ts';

/** A company as others are told of it. */
export interface ToldCompany {
  id: number;
  slug: string;
  name: string;
  /** `shop.countMax` stands for as many or more. */
  gamesCount: number;
  /** The path of a picture of its best known game; null where none has one. */
  picture: string | null;
}

export type StoredCompany = Omit<ToldCompany, 'picture'> & {
  pictured: { id: number; cover: string } | null;
};

/** A `StoredCompany` as JSON, of a row of a kind's companies as `company`. One slug is one company. */
export function toPublicCompany(kind: CompanyKind): SQL {
  const { company, links, id } = companySides[kind];
  const its = sql`select link.game_id from ${company} as same
    join ${links} as link on link.${id} = same.id where same.slug = company.slug`;
  return sql`jsonb_build_object('id', company.id, 'slug', company.slug, 'name', company.name,
    'gamesCount', (select count(*) from (
      select distinct its.game_id from (${its}) as its limit ${sql.raw(String(shopConstants.countMax))}
    ) as counted),
    'pictured', (select jsonb_build_object('id', known.id, 'cover', known.background_image)
      from ${games} as known where known.id in (${its}) and known.background_image is not null
      order by known.ratings_count desc nulls last, known.id limit 1))`;
}

export function toToldCompany({ pictured, ...company }: StoredCompany): ToldCompany {
  return { ...company, picture: pictured && rasterAddress(pictured.id, 'cover', pictured.cover) };
}
