import type { LoaderFunctionArgs } from 'react-router';
import { type CompanyFacts, getCompanyFacts } from '#domain/catalog/companies/get-company-facts.ts';
import type { CompanyPage } from '#domain/catalog/companies/read-company.ts';
import type { Ctx } from '#domain/context.ts';
import { listOwnedAmong } from '#domain/library/list-owned-among.ts';
import { companyQuery } from '#shared/schemas/catalog.ts';
import { redirect } from '#web/lib/actions/redirect.ts';
import { parse, runLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { pagesOf } from './components/page-count.ts';
import { catalogueId } from './read-catalog-id.ts';

export interface CompanyScreen {
  company: CompanyPage;
  facts: CompanyFacts;
  /** From 1. */
  page: number;
  /** How many pages there are to leaf through. */
  pages: number;
  /** Cents. */
  priceCents: number;
  /** The reader's games among those shown. */
  owned: number[];
}

/**
 * What the page of a publisher or a developer shows. Beyond the last page of its games it redirects
 * there; a company that there is not is a 404.
 */
export async function loadCompany(
  args: LoaderFunctionArgs,
  kind: 'publisher' | 'developer',
  read: (ctx: Ctx, input: { id: number; page: number }) => Promise<CompanyPage>,
): Promise<CompanyScreen> {
  return runLoader(args, async (ctx, url) => {
    const id = catalogueId(args.params.id, 'not-found', `There is no such ${kind}.`);
    const { page } = parse(companyQuery, url.searchParams);
    const company = await read(ctx, { id, page });
    const pages = pagesOf(company.total, company.pagesMax);
    if (page > pages) throw redirect(`/${kind}/${id}${pages > 1 ? `?page=${pages}` : ''}`);
    // After the company itself: a games database may just have told of it.
    const [facts, owned] = await Promise.all([
      getCompanyFacts(ctx, { kind, id }),
      listOwnedAmong(
        ctx,
        company.games.map((game) => game.id),
      ),
    ]);
    return { company, facts, page, pages, priceCents: ctx.rules.gamePriceCents, owned };
  });
}
