import { sql } from 'drizzle-orm';
import { json, text } from '#database/column-types.ts';
import { prepareStatement } from '#database/prepared-query.ts';
import type { Ctx } from '#domain/context.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { parseIdOrSlug } from '../games/id-or-slug.ts';
import { type CompanyRole, companyTables } from './company-roles.ts';
import {
  type ApiCompany,
  type ApiCompanyRow,
  apiCompanyJson,
  apiCompanyValue,
  toApiCompany,
} from './to-api-company.ts';

export interface ApiCompanyDetails extends ApiCompany {
  description: string;
}

type Row = { company: ApiCompanyRow; description: string };

const readers: Record<CompanyRole, ReturnType<typeof companyStatement>> = {
  publisher: companyStatement('publisher'),
  developer: companyStatement('developer'),
};

function companyStatement(kind: CompanyRole) {
  const { company } = companyTables[kind];
  return prepareStatement<Row, { ids: readonly number[]; slug: string }>(
    `find-${kind}`,
    { company: json(apiCompanyValue), description: text },
    sql`select ${apiCompanyJson(kind)} as company,
      coalesce(nullif(company.description, ''), (
        select same.description from ${company} as same
        where same.slug = company.slug and same.description <> '' limit 1
      ), '') as description
    from ${company} as company where company.id = coalesce(
      (select stored.id from unnest(${sql.placeholder('ids')}::integer[]) with ordinality
        as requested(id, place) join ${company} as stored on stored.id = requested.id
        order by requested.place limit 1),
      (select min(id) from ${company} where slug = ${sql.placeholder('slug')}::text))`,
  );
}

/**
 * A company for the RAWG API: the first one of `ids` that exists, otherwise the one with `slug`. Never
 * queries the catalog provider.
 * @throws AppError `not-found`
 */
export async function getCompanyForApi(
  ctx: Pick<Ctx, 'db'>,
  { kind, ids, slug }: { kind: CompanyRole; ids: readonly number[]; slug: string },
): Promise<ApiCompanyDetails> {
  const [row] = parseIdOrSlug(slug) ? await readers[kind](ctx.db, { ids, slug }) : [];
  if (!row) throw new AppError('not-found');
  return { ...toApiCompany(row.company), description: row.description };
}
