import { useNavigation } from 'react-router';
import type { CompanyPage as Company } from '#domain/catalog/companies/company-reader.ts';
import type { CompanyFacts } from '#domain/catalog/companies/get-company-facts.ts';
import type { Prices } from '#domain/catalog/prices/read-prices.ts';
import type { Crumb } from '#web/ui/breadcrumb.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Pager } from '#web/ui/lists/pager.tsx';
import { Loading } from '#web/ui/loading/loading.tsx';
import { Page } from '#web/ui/page.tsx';
import { CompanyHeader } from './company-header.tsx';
import { GameGrid } from './game-grid.tsx';

interface CompanyPageProps {
  kind: 'publisher' | 'developer';
  company: Company;
  facts: CompanyFacts;
  trail: readonly Crumb[];
  page: number;
  pages: number;
  prices: Prices;
  /** The ids of the shown games that the reader owns. */
  owned: readonly number[];
}

/** A publisher or a developer with its games. */
export function CompanyPage(props: CompanyPageProps) {
  const { kind, company, facts, trail, page, pages, prices, owned } = props;
  const navigating = useNavigation().state === 'loading';
  return (
    <>
      <CompanyHeader kind={kind} company={company} facts={facts} trail={trail} />
      {navigating && <Loading />}
      <Page width="wide">
        <section aria-labelledby="games-title">
          <div className="mb-5 flex flex-wrap items-baseline justify-between gap-x-6">
            <h2 id="games-title" className="text-2xl">
              Games
            </h2>
            {pages > 1 && (
              <p className="text-muted tabular-nums">
                Page {page} of {pages}
              </p>
            )}
          </div>
          {company.games.length > 0 ? (
            <>
              <GameGrid games={company.games} prices={prices} owned={new Set(owned)} />
              <Pager page={page} pages={pages} window={0} label="Pages of games" />
            </>
          ) : (
            <EmptyState>No games found.</EmptyState>
          )}
        </section>
      </Page>
    </>
  );
}
