import { sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { catalogProviderConstants } from '#shared/constants/catalog/catalog-provider.ts';
import { type CompanyRole, companyTables } from '../companies/company-roles.ts';
import type { ProviderCompany } from './catalog-provider-port.ts';

/**
 * Saves companies of the provider. An empty description does not replace a stored one. Companies with
 * ids of the bundled catalog are skipped. Returns the saved ids in the provider's order.
 */
export async function saveProviderCompanies(
  tx: Queryable,
  kind: CompanyRole,
  provided: readonly (ProviderCompany & { description?: string })[],
): Promise<number[]> {
  const all = [...new Map(provided.map((company) => [company.id, company])).values()]
    .filter(({ id }) => id < catalogProviderConstants.ownCompanyIdsFrom)
    // Companies with one slug share a page, so every company needs a slug.
    .map((company) => ({ ...company, slug: company.slug || `company-${company.id}` }));
  await tx.execute(sql`
    insert into ${companyTables[kind].company} as stored (id, slug, name, description)
    select id, slug, name, coalesce(description, '')
    from jsonb_to_recordset(${JSON.stringify(all)}::jsonb)
      as company(id integer, slug text, name text, description text)
    order by id
    on conflict (id) do update set slug = excluded.slug, name = excluded.name,
      description = coalesce(nullif(excluded.description, ''), stored.description)
      where (stored.slug, stored.name) <> (excluded.slug, excluded.name)
        or excluded.description not in ('', stored.description)`);
  return all.map(({ id }) => id);
}

/** Replaces the companies of a game; an empty list changes nothing. */
export async function saveProviderLinks(
  tx: Queryable,
  kind: CompanyRole,
  gameId: number,
  companyIds: readonly number[],
): Promise<void> {
  if (companyIds.length === 0) return;
  const { links, id } = companyTables[kind];
  await tx.execute(sql`delete from ${links} where game_id = ${gameId}`);
  await tx.execute(sql`
    insert into ${links} (game_id, ${id}, position)
    select ${gameId}, listed.id, listed.place - 1
    from unnest(${sql.param([...companyIds])}::integer[]) with ordinality as listed(id, place)`);
}

/**
 * Links a company to the games of its list. A game that is linked to a company with the same slug is
 * skipped: that is the same company with the id of the bundled catalog.
 */
export async function saveListedLinks(
  tx: Queryable,
  kind: CompanyRole,
  companyId: number,
  gameIds: readonly number[],
): Promise<void> {
  const { company, links, id } = companyTables[kind];
  await tx.execute(sql`
    insert into ${links} (game_id, ${id}, position)
    select listed.id, company.id,
      (select coalesce(max(stored.position) + 1, 0) from ${links} as stored where stored.game_id = listed.id)
    from unnest(${sql.param([...gameIds])}::integer[]) as listed(id)
    join ${company} as company on company.id = ${companyId}
    where not exists (
      select from ${links} as stored join ${company} as same on same.id = stored.${id}
      where stored.game_id = listed.id and same.slug = company.slug)
    order by listed.id
    on conflict do nothing`);
}
