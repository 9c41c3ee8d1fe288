import { sql } from 'drizzle-orm';
import { gamePublishers, publishers } from '#db/schema.ts';
import { Refusal } from '#shared/refusals.ts';
import type { Ctx } from '../context.ts';
import { type CompanyPage, companyReader } from './read-company.ts';

const read = companyReader('get-publisher', {
  company: sql`${publishers}`,
  links: sql`${gamePublishers}`,
  id: sql`publisher_id`,
});

/** A publisher with a page of its games, the most rated first. @throws Refusal `not-found`. */
export async function getPublisher(
  ctx: Pick<Ctx, 'db'>,
  { id, page }: { id: number; page: number },
): Promise<CompanyPage> {
  const publisher = await read(ctx, id, page);
  if (!publisher) throw new Refusal('not-found', { text: 'There is no such publisher.' });
  return publisher;
}
