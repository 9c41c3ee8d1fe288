import { AppError } from '#shared/errors/app-error.ts';
import type { CatalogueReader } from '../provider/cached-lookup.ts';
import { type CompanyPage, companyReader } from './read-company.ts';

const read = companyReader('developer');

/** A developer with a page of its games (see `companyReader`). @throws Refusal `not-found`, `lookup-failed`. */
export async function getDeveloper(
  ctx: CatalogueReader,
  { id, page }: { id: number; page: number },
): Promise<CompanyPage> {
  const developer = await read(ctx, id, page);
  if (!developer) throw new AppError('not-found', { text: 'There is no such developer.' });
  return developer;
}
