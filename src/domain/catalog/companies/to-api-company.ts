import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { games } from '#database/schema.ts';
import { shopConstants } from '#shared/constants/catalog/catalog.ts';
import { rasterPath } from '../covers/cover-path.ts';
import { type CompanyRole, companyTables } from './company-roles.ts';

/** A company in a list of the RAWG API. */
export interface ApiCompany {
  id: number;
  slug: string;
  name: string;
  /** The number of its games; `shopConstants.countMax` means as many or more. */
  gamesCount: number;
  /** The path of the cover of its best-known game; null if no game has a cover. */
  picture: string | null;
}

export type ApiCompanyRow = Omit<ApiCompany, 'picture'> & {
  pictured: { id: number; cover: string } | null;
};

export const apiCompanyValue: z.ZodType<ApiCompanyRow> = z.strictObject({
  id: z.int(),
  slug: z.string(),
  name: z.string(),
  gamesCount: z.int(),
  pictured: z.strictObject({ id: z.int(), cover: z.string() }).nullable(),
});

/**
 * SQL for an `ApiCompanyRow` as JSON; `company` is a row of the role's table. Companies with one slug are
 * one company.
 */
export function apiCompanyJson(kind: CompanyRole): SQL {
  const { company, links, id } = companyTables[kind];
  const gameIds = sql`select link.game_id from ${company} as same
    join ${links} as link on link.${id} = same.id
    join ${games} as shown on shown.id = link.game_id and not shown.is_hidden where same.slug = company.slug`;
  return sql`jsonb_build_object('id', company.id, 'slug', company.slug, 'name', company.name,
    'gamesCount', (select count(*) from (
      select distinct linked.game_id from (${gameIds}) as linked limit ${sql.raw(String(shopConstants.countMax))}
    ) as counted),
    'pictured', (select jsonb_build_object('id', known.id, 'cover', known.background_image)
      from ${games} as known where known.id in (${gameIds}) and known.background_image is not null
      order by known.ratings_count desc nulls last, known.id limit 1))`;
}

export function toApiCompany({ pictured, ...company }: ApiCompanyRow): ApiCompany {
  return { ...company, picture: pictured && rasterPath(pictured.id, 'cover', pictured.cover) };
}
