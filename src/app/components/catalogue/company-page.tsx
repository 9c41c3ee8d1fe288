import { EmptyState } from '../empty-state.tsx';
import { Page, PageHeader } from '../page.tsx';
import { Pager } from '../pager.tsx';
import { GameGrid } from './game-grid.tsx';
import { gamesCount, pagesOf } from './pages-of.ts';

interface CompanyPageProps {
  /** What it is to games: `Publisher` or `Developer`. */
  kind: string;
  company: {
    name: string;
    total: number;
    games: Parameters<typeof GameGrid>[0]['games'];
  };
  description?: string;
  page: number;
  priceCents: number;
}

/** A publisher or a developer with its games (spec 2). */
export function CompanyPage({ kind, company, description, page, priceCents }: CompanyPageProps) {
  return (
    <Page width="wide">
      <p className="mb-1 font-semibold text-accent-ink">{kind}</p>
      <PageHeader title={company.name} lead={description} />
      <section aria-labelledby="games-title">
        <div className="mb-5 flex flex-wrap items-baseline justify-between gap-x-6">
          <h2 id="games-title" className="text-2xl">
            Games
          </h2>
          <p className="text-muted">{gamesCount(company.total)}</p>
        </div>
        {company.games.length > 0 ? (
          <>
            <GameGrid games={company.games} priceCents={priceCents} eager={4} />
            <Pager page={page} pages={pagesOf(company.total)} window={0} label="Pages of games" />
          </>
        ) : (
          <EmptyState>No games found.</EmptyState>
        )}
      </section>
    </Page>
  );
}
