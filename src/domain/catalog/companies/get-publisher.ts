import { AppError } from '#shared/errors/app-error.ts';
import type { CatalogCtx } from '../provider/query-provider-or-database.ts';
import { type CompanyPage, createCompanyReader } from './company-reader.ts';

const read = createCompanyReader('publisher');

/**
 * A publisher and one page of its games (see `createCompanyReader`).
 * @throws AppError `not-found`, `lookup-failed`
 */
export async function getPublisher(
  ctx: CatalogCtx,
  { id, page }: { id: number; page: number },
): Promise<CompanyPage> {
  const publisher = await read(ctx, id, page);
  if (!publisher) throw new AppError('not-found', { text: 'There is no such publisher.' });
  return publisher;
}
