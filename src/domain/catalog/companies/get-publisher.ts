import { AppError } from '#shared/errors/app-error.ts';
import type { CatalogueReader } from '../provider/cached-lookup.ts';
import { type CompanyPage, companyReader } from './read-company.ts';

const read = companyReader('publisher');

/** A publisher with a page of its games (see `companyReader`). @throws Refusal `not-found`, `lookup-failed`. */
export async function getPublisher(
  ctx: CatalogueReader,
  { id, page }: { id: number; page: number },
): Promise<CompanyPage> {
  const publisher = await read(ctx, id, page);
  if (!publisher) throw new AppError('not-found', { text: 'There is no such publisher.' });
  return publisher;
}
