import { sql } from 'drizzle-orm';
import { preparedStatement } from '#database/prepared-query.ts';
import type { Ctx } from '#domain/context.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { readName } from '../games/catalog-name.ts';
import { type CompanyKind, companySides } from './company-roles.ts';
import {
  type StoredCompany,
  type ToldCompany,
  toPublicCompany,
  toToldCompany,
} from './to-public-company.ts';

export interface PublicCompanyDetails extends ToldCompany {
  description: string;
}

type Row = { company: StoredCompany; description: string };

const readers: Record<CompanyKind, ReturnType<typeof companyFinder>> = {
  publisher: companyFinder('publisher'),
  developer: companyFinder('developer'),
};

function companyFinder(kind: CompanyKind) {
  const { company } = companySides[kind];
  return preparedStatement<Row, { ids: readonly number[]; slug: string }>(
    `find-${kind}`,
    sql`select ${toPublicCompany(kind)} as company,
      coalesce(nullif(company.description, ''), (
        select same.description from ${company} as same
        where same.slug = company.slug and same.description <> '' limit 1
      ), '') as description
    from ${company} as company where company.id = coalesce(
      (select held.id from unnest(${sql.placeholder('ids')}::integer[]) with ordinality
        as asked(id, place) join ${company} as held on held.id = asked.id
        order by asked.place limit 1),
      (select min(id) from ${company} where slug = ${sql.placeholder('slug')}::text))`,
  );
}

/**
 * What others are told of the company of the first id that there is, else of a slug. @throws Refusal
 * `not-found`.
 */
export async function getPublicCompany(
  ctx: Pick<Ctx, 'db'>,
  { kind, ids, slug }: { kind: CompanyKind; ids: readonly number[]; slug: string },
): Promise<PublicCompanyDetails> {
  const [row] = readName(slug) ? await readers[kind](ctx.db, { ids, slug }) : [];
  if (!row) throw new AppError('not-found');
  return { ...toToldCompany(row.company), description: row.description };
}
