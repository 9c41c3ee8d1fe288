import { sql } from 'drizzle-orm';
import { preparedStatement } from '#db/statement.ts';
import { Refusal } from '#shared/refusals.ts';
import type { Ctx } from '../context.ts';
import { type CompanyKind, companySides } from './company-sides.ts';
import { readName } from './name.ts';
import {
  type StoredCompany,
  type ToldCompany,
  toldCompanyOf,
  toToldCompany,
} from './told-company.ts';

export interface ToldCompanyDetails extends ToldCompany {
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
    sql`select ${toldCompanyOf(kind)} as company,
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
export async function findCompany(
  ctx: Pick<Ctx, 'db'>,
  { kind, ids, slug }: { kind: CompanyKind; ids: readonly number[]; slug: string },
): Promise<ToldCompanyDetails> {
  const [row] = readName(slug) ? await readers[kind](ctx.db, { ids, slug }) : [];
  if (!row) throw new Refusal('not-found');
  return { ...toToldCompany(row.company), description: row.description };
}
