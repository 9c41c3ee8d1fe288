import { Library as LibraryIcon, Play, Puzzle, Save, SearchX } from 'lucide-react';
import { type ComponentProps, useEffect, useRef } from 'react';
import { isRouteErrorResponse, Link, useNavigation, useSearchParams } from 'react-router';
import { listDownloads } from '#domain/downloads/list-downloads.ts';
import { getDelivery } from '#domain/game-library/delivery/get-delivery.ts';
import { findLibraryPage, listLibrary } from '#domain/game-library/list-library.ts';
import { libraryConstants, libraryOrders } from '#shared/constants/game-library/game-library.ts';
import { libraryQuery } from '#shared/schemas/game-library/game-library.ts';
import { pagePath } from '#web/lib/actions/canonical-page-path.ts';
import { leaveOutDefaults, openPage } from '#web/lib/actions/list-redirects.ts';
import { parseListQuery } from '#web/lib/actions/parse-list-query.ts';
import { redirect } from '#web/lib/actions/redirect.ts';
import { runGuardedLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { isNetworkError } from '#web/lib/connection/network-errors.ts';
import { noIndexHead } from '#web/lib/seo/page-head.ts';
import { tileGrid } from '#web/lib/use-grid-keys.ts';
import { Alert } from '#web/ui/alert.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { GameCover } from '#web/ui/games/game-cover.tsx';
import { ListControls } from '#web/ui/lists/list-controls.tsx';
import { perPageSelect } from '#web/ui/lists/list-select.tsx';
import { Pager } from '#web/ui/lists/pager.tsx';
import { TileLink } from '#web/ui/lists/tile-link.tsx';
import { Loading } from '#web/ui/loading/loading.tsx';
import { TryAgain } from '#web/ui/loading/try-again.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { DateTime } from '#web/ui/texts/date-time.tsx';
import { buildLibrarySelect } from '../components/library-select.ts';
import { OwnedDelivery } from '../components/owned-delivery.tsx';
import { OwnedDownloads } from '../components/owned-downloads.tsx';
import { PlayedTime } from '../components/played-time.tsx';
import type { Route } from './+types/library';

export const meta: Route.MetaFunction = ({ matches }) => noIndexHead('Library', matches);

export const handle = { failure: 'Error loading games: something went wrong' };

export async function loader(args: Route.LoaderArgs) {
  return runGuardedLoader(args, async (ctx, actor, url) => {
    const { game: requestedId, ...query } = parseListQuery(
      libraryQuery,
      url.searchParams,
      actor,
      libraryConstants.pageSize,
    );
    leaveOutDefaults(url, {
      q: '',
      order: libraryOrders[0],
      perPage: String(query.usualPerPage),
    });
    const library = await openPage(url, listLibrary(ctx, query), query);
    const requestedGame = library.games.find(({ id }) => id === requestedId);
    if (requestedId !== null && !requestedGame && query.page === 1) {
      // A link to a game does not name its page.
      const gamePage = await findLibraryPage(ctx, { ...query, gameId: requestedId });
      if (gamePage !== null && gamePage > 1) throw redirect(pagePath(url, gamePage));
    }
    const selected = requestedGame ?? library.games[0] ?? null;
    const delivery = selected && (await getDelivery(ctx, selected.id));
    const downloads = selected ? await listDownloads(ctx, selected.id) : [];
    return { ...library, query, selected, delivery, downloads };
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

function LibraryDownloads(props: ComponentProps<typeof OwnedDownloads>) {
  return (
    <div className="grid gap-3">
      <h2 className="font-display text-lg font-bold">Downloads</h2>
      <OwnedDownloads {...props} />
    </div>
  );
}

/** The owned games. The selected game is shown beside the list, on small screens inside it. */
export default function Library({ loaderData }: Route.ComponentProps) {
  const { games, owned, pages, query, selected, delivery, downloads } = loaderData;
  const [parameters] = useSearchParams();
  const navigating = useNavigation().state === 'loading';
  const list = useRef<HTMLUListElement>(null);

  useEffect(() => {
    // A link named the game, and the list may be longer than the screen.
    if (new URLSearchParams(location.search).has('game')) {
      list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
    }
  }, []);

  function urlOf(game: Game) {
    const next = new URLSearchParams(parameters);
    next.set('game', String(game.id));
    return `?${next}`;
  }

  if (owned === 0) {
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
        intro={owned === 1 ? 'One game' : `${owned} games`}
        actions={
          <>
            {delivery?.playsHere && (
              <ButtonLink to="/library/saves" variant="quiet">
                <Save aria-hidden />
                Saves
              </ButtonLink>
            )}
            <ButtonLink to="/collection" variant="quiet">
              <Puzzle aria-hidden />
              Collection
            </ButtonLink>
          </>
        }
      />
      {navigating && <Loading />}
      <ListControls
        label="Search the library"
        search="Search your games"
        selects={[
          buildLibrarySelect(query.order),
          perPageSelect(query.perPage, query.usualPerPage),
        ]}
        drop={['game']}
        className="mb-8"
      />
      {selected === null ? (
        <EmptyState icon={SearchX} action={<ButtonLink to="/library">Show all games</ButtonLink>}>
          No games found for “{query.q}”.
        </EmptyState>
      ) : (
        <div className="grid items-start gap-8 md:grid-cols-[minmax(16rem,22rem)_1fr]">
          <ul ref={list} {...tileGrid} className="grid gap-1.5">
            {games.map((game) => {
              const current = game.id === selected.id;
              return (
                <li
                  key={game.id}
                  className={`overflow-hidden rounded-md transition-colors ${current ? 'bg-raised shadow-lift' : 'hover:bg-surface'}`}
                >
                  <TileLink
                    to={urlOf(game)}
                    current={current}
                    className="flex min-h-14 scroll-mb-24 items-center gap-4 p-2 pr-4"
                  >
                    <GameCover src={game.backgroundImage} className="w-20! shrink-0 rounded-sm" />
                    <span className={`min-w-0 wrap-anywhere ${current ? 'font-semibold' : ''}`}>
                      {game.name}
                    </span>
                  </TileLink>
                  {current && delivery && (
                    <div className="p-3 pt-1 md:hidden">
                      <OwnedDelivery delivery={delivery} />
                    </div>
                  )}
                  {current && downloads.length > 0 && (
                    <div className="p-3 pt-1 md:hidden">
                      <LibraryDownloads gameId={game.id} downloads={downloads} />
                    </div>
                  )}
                  {current && (
                    <div className="flex items-center justify-between gap-4 p-3 pt-1 md:hidden">
                      <p className="grid gap-1 text-sm text-muted">
                        <Link to={`/game-info/${game.id}`} className="text-link">
                          Game page
                        </Link>
                        <span>
                          <PlayedTime {...game} />
                        </span>
                      </p>
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
                <p className="text-muted">
                  <PlayedTime {...selected} />
                </p>
              </div>
              <PlayLink game={selected} />
              {delivery && (
                <div className="w-full border-t border-line pt-6">
                  <OwnedDelivery delivery={delivery} />
                </div>
              )}
              {downloads.length > 0 && (
                <div className="w-full border-t border-line pt-6">
                  <LibraryDownloads gameId={selected.id} downloads={downloads} />
                </div>
              )}
            </div>
          </section>
        </div>
      )}
      <Pager page={query.page} pages={pages} label="Pages of the library" drop={['game']} />
    </Page>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const errorText = isRouteErrorResponse(error) && error.data?.error?.message;
  const message =
    errorText ||
    (isNetworkError(error) ? 'the server could not be reached' : 'something went wrong');
  return (
    <Page>
      <PageHeader title="Library" />
      <Alert tone="failure" action={<TryAgain variant="quiet" size="sm" />}>
        Error loading games: {message}
      </Alert>
    </Page>
  );
}
