import { sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { ownCompanyIds } from '#database/schema.ts';
import { type CompanyRole, companyTables } from '../companies/company-roles.ts';
import { toSlug } from './to-slug.ts';

/**
 * Links a game with its developers or publishers by their names. A name that no company has becomes a company.
 * Companies with one slug are one company, so two that are created at the same time do no harm.
 */
export async function saveCompaniesByName(
  tx: Queryable,
  kind: CompanyRole,
  { gameId, names }: { gameId: number; names: readonly string[] },
): Promise<void> {
  const { company, links, id } = companyTables[kind];
  const rows = JSON.stringify(names.map((name) => ({ name, slug: toSlug(name) })));
  await tx.execute(sql`
    insert into ${company} (id, slug, name)
    select nextval(${ownCompanyIds.seqName}::text)::integer, named.slug, named.name
    from jsonb_to_recordset(${rows}::jsonb) as named(name text, slug text)
    where not exists (select from ${company} as known where lower(known.name) = lower(named.name))`);
  await tx.execute(sql`delete from ${links} where game_id = ${gameId}::integer`);
  await tx.execute(sql`
    insert into ${links} (game_id, ${id}, position)
    select ${gameId}::integer, (
        select min(known.id) from ${company} as known where lower(known.name) = lower(named.name)
      ), named.place - 1
    from jsonb_array_elements_text(${JSON.stringify(names)}::jsonb)
      with ordinality as named(name, place)`);
}
