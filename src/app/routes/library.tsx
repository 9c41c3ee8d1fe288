import { Library as LibraryIcon, Play, Puzzle } from 'lucide-react';
import { isRouteErrorResponse, Link } from 'react-router';
import { loadGuarded } from '#app/door.ts';
import { screenHead } from '#app/page-head.ts';
import { listLibrary } from '#domain/library/list-library.ts';
import { ButtonLink } from '../components/button.tsx';
import { DateTime } from '../components/date-time.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { GameCover } from '../components/game-cover.tsx';
import { Notice } from '../components/notice.tsx';
import { Page, PageHeader } from '../components/page.tsx';
import { TryAgain } from '../components/try-again.tsx';
import { isUnreachable } from '../components/unreachable.ts';
import type { Route } from './+types/library';

export const meta: Route.MetaFunction = () => screenHead('Library');

export async function loader(args: Route.LoaderArgs) {
  return loadGuarded(args, async (ctx, _actor, url) => {
    const games = await listLibrary(ctx);
    const wanted = Number(url.searchParams.get('game'));
    return { games, selected: games.find(({ id }) => id === wanted) ?? games[0] ?? null };
  });
}

type Game = Route.ComponentProps['loaderData']['games'][number];

function PlayLink({ game, className }: { game: Game; className?: string }) {
  return (
    <ButtonLink
      to={`/game-session/${game.id}`}
      className={className}
      aria-label={`Play ${game.name}`}
    >
      <Play aria-hidden />
      Play
    </ButtonLink>
  );
}

/** Owned games by name; the selected one is shown beside the list, on small screens inside it. */
export default function Library({ loaderData }: Route.ComponentProps) {
  const { games, selected } = loaderData;
  if (!selected) {
    return (
      <Page>
        <PageHeader title="Library" />
        <EmptyState icon={LibraryIcon} action={<ButtonLink to="/">Browse the shop</ButtonLink>}>
          You do not own any games yet.
        </EmptyState>
      </Page>
    );
  }
  return (
    <Page>
      <PageHeader
        title="Library"
        lead={games.length === 1 ? 'One game' : `${games.length} games`}
        actions={
          <ButtonLink to="/collection" variant="quiet">
            <Puzzle aria-hidden />
            Collection
          </ButtonLink>
        }
      />
      <div className="grid items-start gap-8 md:grid-cols-[minmax(16rem,22rem)_1fr]">
        <ul className="grid gap-1.5">
          {games.map((game) => {
            const current = game.id === selected.id;
            return (
              <li
                key={game.id}
                className={`overflow-hidden rounded-md transition-colors ${current ? 'bg-raised shadow-lift' : 'hover:bg-surface'}`}
              >
                <Link
                  to={`?game=${game.id}`}
                  replace
                  preventScrollReset
                  aria-current={current ? 'true' : undefined}
                  className="flex min-h-14 items-center gap-4 p-2 pr-4"
                >
                  <GameCover src={game.backgroundImage} className="w-20! shrink-0 rounded-sm" />
                  <span className={`min-w-0 wrap-anywhere ${current ? 'font-semibold' : ''}`}>
                    {game.name}
                  </span>
                </Link>
                {current && (
                  <div className="flex items-center justify-between gap-4 p-3 pt-1 md:hidden">
                    <Link to={`/game-info/${game.id}`} className="text-link text-sm">
                      Game page
                    </Link>
                    <PlayLink game={game} />
                  </div>
                )}
              </li>
            );
          })}
        </ul>
        <section
          aria-label={selected.name}
          className="sticky top-24 overflow-hidden rounded-lg bg-surface shadow-float max-md:hidden"
        >
          <GameCover src={selected.backgroundImage} eager />
          <div className="flex flex-wrap items-center justify-between gap-6 p-8">
            <div className="grid gap-1">
              <h2 className="text-2xl">{selected.name}</h2>
              <p className="text-muted">
                Yours since <DateTime value={selected.boughtAt} format="date" /> ·{' '}
                <Link to={`/game-info/${selected.id}`} className="text-link">
                  Game page
                </Link>
              </p>
            </div>
            <PlayLink game={selected} />
          </div>
        </section>
      </div>
    </Page>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const refused = isRouteErrorResponse(error) && error.data?.refusal?.message;
  const message =
    refused || (isUnreachable(error) ? 'the server could not be reached' : 'something went wrong');
  return (
    <Page>
      <PageHeader title="Library" />
      <Notice tone="failure" action={<TryAgain variant="quiet" size="sm" />}>
        Error loading games: {message}
      </Notice>
    </Page>
  );
}
