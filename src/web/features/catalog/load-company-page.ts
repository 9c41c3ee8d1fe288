import type { LoaderFunctionArgs } from 'react-router';
import type { CompanyPage } from '#domain/catalog/companies/company-reader.ts';
import { type CompanyFacts, getCompanyFacts } from '#domain/catalog/companies/get-company-facts.ts';
import { type Prices, readPrices } from '#domain/catalog/prices/read-prices.ts';
import type { Ctx } from '#domain/context.ts';
import { listOwnedGameIds } from '#domain/game-library/list-owned-game-ids.ts';
import { companyQuery } from '#shared/schemas/catalog.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { readCatalogId } from '#web/lib/actions/read-catalog-id.ts';
import { redirect } from '#web/lib/actions/redirect.ts';
import { runLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { countPages } from './components/game-counts.ts';

export interface CompanyPageData {
  company: CompanyPage;
  facts: CompanyFacts;
  /** The page number, from 1. */
  page: number;
  /** The number of pages. */
  pages: number;
  prices: Prices;
  /** The ids of the shown games that the reader owns. */
  owned: number[];
}

/**
 * Loads the page of a publisher or a developer. A page number beyond the last page redirects to the
 * last page.
 * @throws AppError `not-found` (404) when the company does not exist.
 */
export async function loadCompanyPage(
  args: LoaderFunctionArgs,
  kind: 'publisher' | 'developer',
  read: (ctx: Ctx, input: { id: number; page: number }) => Promise<CompanyPage>,
): Promise<CompanyPageData> {
  return runLoader(args, async (ctx, url) => {
    const id = readCatalogId(args.params.id, 'not-found', `There is no such ${kind}.`);
    const { page } = parseInput(companyQuery, url.searchParams);
    const company = await read(ctx, { id, page });
    const pages = countPages(company.total, company.pagesMax);
    if (page > pages) throw redirect(`/${kind}/${id}${pages > 1 ? `?page=${pages}` : ''}`);
    // After the company: reading it may have stored a company that the catalog provider sent.
    const ids = company.games.map((game) => game.id);
    const [facts, owned, prices] = await Promise.all([
      getCompanyFacts(ctx, { kind, id }),
      listOwnedGameIds(ctx, ids),
      readPrices(ctx, ids),
    ]);
    return { company, facts, page, pages, prices, owned };
  });
}
