import { sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { catalogProviderConstants } from '#shared/constants/catalog-provider.ts';
import { type CompanyKind, companySides } from '../companies/company-roles.ts';
import type { ProviderCompany } from './catalog-provider.ts';

/**
 * Keeps companies as a games database tells them; a description that is known stays where none is told.
 * Answers their ids in the source's order, without those that it cannot have: ids of our own.
 */
export async function saveProviderCompanies(
  tx: Queryable,
  kind: CompanyKind,
  told: readonly (ProviderCompany & { description?: string })[],
): Promise<number[]> {
  const all = [...new Map(told.map((company) => [company.id, company])).values()]
    .filter(({ id }) => id < catalogProviderConstants.ownCompaniesFrom)
    // What shares a slug shares a page, so that an empty one must not be shared.
    .map((company) => ({ ...company, slug: company.slug || `company-${company.id}` }));
  await tx.execute(sql`
    insert into ${companySides[kind].company} as held (id, slug, name, description)
    select id, slug, name, coalesce(description, '')
    from jsonb_to_recordset(${JSON.stringify(all)}::jsonb)
      as company(id integer, slug text, name text, description text)
    order by id
    on conflict (id) do update set slug = excluded.slug, name = excluded.name,
      description = coalesce(nullif(excluded.description, ''), held.description)
      where (held.slug, held.name) <> (excluded.slug, excluded.name)
        or excluded.description not in ('', held.description)`);
  return all.map(({ id }) => id);
}

/** Replaces who made or published a game; where nobody is told, it stays as it was. */
export async function saveProviderLinks(
  tx: Queryable,
  kind: CompanyKind,
  gameId: number,
  companyIds: readonly number[],
): Promise<void> {
  if (companyIds.length === 0) return;
  const { links, id } = companySides[kind];
  await tx.execute(sql`delete from ${links} where game_id = ${gameId}`);
  await tx.execute(sql`
    insert into ${links} (game_id, ${id}, position)
    select ${gameId}, listed.id, listed.place - 1
    from unnest(${sql.param([...companyIds])}::integer[]) with ordinality as listed(id, place)`);
}

/**
 * Links the games of a company's list with it. A game that is linked with a company of the same slug is
 * left alone: it is the same one under the bundle's id.
 */
export async function saveListedLinks(
  tx: Queryable,
  kind: CompanyKind,
  companyId: number,
  gameIds: readonly number[],
): Promise<void> {
  const { company, links, id } = companySides[kind];
  await tx.execute(sql`
    insert into ${links} (game_id, ${id}, position)
    select listed.id, company.id,
      (select coalesce(max(held.position) + 1, 0) from ${links} as held where held.game_id = listed.id)
    from unnest(${sql.param([...gameIds])}::integer[]) as listed(id)
    join ${company} as company on company.id = ${companyId}
    where not exists (
      select from ${links} as held join ${company} as same on same.id = held.${id}
      where held.game_id = listed.id and same.slug = company.slug)
    order by listed.id
    on conflict do nothing`);
}
